import { DeclareStatus } from '@xinchu/sdk/codes'
import { fields } from '@xinchu/sdk/fields'
import type { components } from '@xinchu/sdk/schema'
import type { BodyOf, ReplyOf } from '../contract.ts'
import { type Refusal, refuse } from '../reply.ts'
import type { Caller } from './accounts.ts'
import {
  actionsOf,
  firstStatus,
  isVisible,
  type ProjectRecord,
  REVIEWS,
  type Status,
  stepOf,
} from './project.ts'

type Request = BodyOf<'submitProject'>
type Failure = Omit<ReplyOf<'submitProject'>['failed'][number], 'id'>
type Values = Readonly<Record<string, unknown>>

const STALE = { code: 'W-003', message: '打开之后内容已变化，请核对后再办理' }

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What a project lacks for its submission, by the contract's marks of required fields. */
function missingIn(values: Values): components['schemas']['FieldError'][] {
  return fields.EsProjectFields.filter(({ name, required }) => {
    if (required === undefined || !isEmpty(values[name])) return false
    return required === 'submit' || required.in.includes(String(values[required.field]))
  }).map(({ name, caption }) => ({ field: name, caption, code: 'F-001', message: '值不能为空' }))
}

function next(project: ProjectRecord, action: Request['action']): Status {
  const { status, draft } = project
  if (action === 'SUBMIT') return firstStatus(project)
  if (action === 'RETURN') return REVIEWS[status]?.returned ?? status
  if (action === 'WITHDRAW') return DeclareStatus.draft
  if (status === DeclareStatus.atCounty && draft.cityCode) return DeclareStatus.atCity
  return status === DeclareStatus.atProvince ? DeclareStatus.passed : DeclareStatus.atProvince
}

function failureOf(
  caller: Caller,
  project: ProjectRecord | undefined,
  request: Request,
): Failure | undefined {
  const { action, versions = [] } = request
  if (!project || !isVisible(caller, project)) return { code: 'W-002', message: '项目不存在' }
  const seen = versions.find(({ id }) => id === project.id)
  if (seen && seen.version !== project.version) return STALE
  if (!actionsOf(caller, project).some((each) => each === action))
    return { code: 'W-005', message: '当前状态不允许此操作' }
  const errors = action === 'SUBMIT' ? missingIn(project.draft) : []
  if (errors.length === 0) return undefined
  const captions = errors.map(({ caption }) => caption).join('、')
  const message = `有 ${errors.length} 项未填写或有误：${captions}`.slice(0, 500)
  return { code: 'F-001', message, errors }
}

/** Moves each project by itself. One that cannot move says why and keeps none of the others. */
export function moveProjects(
  projects: Map<number, ProjectRecord>,
  request: Request,
  caller: Caller,
  at: Date,
): ReplyOf<'submitProject'> | Refusal {
  const { action, opinion = '' } = request
  if (request.target === 'country') return refuse(501, '模拟平台不办理国家环节')
  if (action === 'RETURN' && opinion.trim() === '') {
    const message = '请填写意见'
    return refuse(400, message, { code: 'W-006', errors: [{ field: 'opinion', message }] })
  }
  const result: ReplyOf<'submitProject'> = { succeeded: [], failed: [] }
  for (const id of new Set(request.ids)) {
    const project = projects.get(id)
    const failure = failureOf(caller, project, request)
    if (failure || !project) {
      result.failed.push({ id, ...(failure ?? STALE) })
      continue
    }
    const to = next(project, action)
    const step = stepOf(caller, action, [project.status, to], at, opinion)
    const history = [...project.history, step]
    projects.set(id, { ...project, status: to, version: project.version + 1, history })
    result.succeeded.push(id)
  }
  return result
}
