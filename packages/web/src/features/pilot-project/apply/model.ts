import { fields, groups } from '@xinchu/contract/fields'
import type { DemoProjectDetail } from '@xinchu/sdk'
import {
  checkPilotApplication,
  checkPilotBrief,
  checkPilotImplementation,
  checkPilotProject,
  checkRecord,
  codes,
  type FieldSpec,
  type Issue,
  isRequired,
  type Stage,
} from '@xinchu/validators'
import { isRecord } from '../../../lib/stored.ts'
import {
  type DemoPart,
  partOfField,
  partSpecs,
  pilotRows,
  SAVED_PARTS,
  type SavedPart,
} from '../../../records/pilot-parts.ts'
import { allIssues, type CrossCheck, ownerOf } from '../../../ui/form/issues.ts'
import { draftOf, type FormValues, filesAt, isSame, valuesOf } from '../../../ui/form/values.ts'

/** No name occurs in two parts, so that one form holds them all. */
export const pilotSpecs: readonly FieldSpec[] = SAVED_PARTS.flatMap((part) => partSpecs[part])

export const pilotParents: Readonly<Record<string, string>> = {
  techSubType: 'techType',
  appSubScenario: 'appScenario',
}

export const masterGroups = Object.entries(groups['DemoProjectFields'] ?? {}).map(([key, title]) => ({
  id: `group-${key}`,
  title,
  members: partSpecs.MASTER.filter(({ group }) => group === key),
}))

const captions = new Map(pilotSpecs.map(({ name, caption }) => [name, caption]))

/** Kinds of attachments, those required for a submission first. */
export const FILE_KINDS = [
  { bizType: 'DEMO_APPLICATION_STAMPED', label: '盖章申报书（PDF）', required: true },
  { bizType: 'DEMO_RECORD', label: '备案证明', required: true },
  { bizType: 'DEMO_GRID', label: '接入意见', required: true },
  { bizType: 'DEMO_COMMIT', label: '承诺函', required: true },
  { bizType: 'DEMO_TEST', label: '检测报告' },
  { bizType: 'DEMO_IP', label: '知识产权' },
  { bizType: 'DEMO_LAND', label: '用地' },
  { bizType: 'DEMO_ENV', label: '环评' },
  { bizType: 'DEMO_OTHER', label: '其他附件' },
] as const

/** The picture of the brief, at most one file. */
export const COVER = 'cover'

/** Converts a stored application to form values. */
export function pilotValues(detail: DemoProjectDetail): FormValues {
  const { application = {}, implementation = {}, brief = {} } = detail
  const sources = { MASTER: detail, APPLICATION: application, IMPLEMENTATION: implementation, BRIEF: brief }
  const values = Object.assign(
    {},
    ...SAVED_PARTS.map((part) => valuesOf(partSpecs[part], sources[part], pilotRows)),
  ) as FormValues // valuesOf gives plain records
  const { economy } = values
  const files = detail.attachments
  return {
    ...values,
    ...(isRecord(economy) ? { economy: valuesOf(fields.DemoEconomy, economy) } : {}),
    attachments: files,
    [COVER]: detail.brief?.coverFile ? [detail.brief.coverFile] : [],
  }
}

const coverOf = (values: FormValues): number | undefined => filesAt(values, COVER)[0]?.id

const isBlank = (value: unknown) => isRecord(value) && Object.keys(value).length === 0

/** Converts the form's values of a part to the request's content. */
export function contentOf(part: SavedPart, values: FormValues): Record<string, unknown> {
  const draft = draftOf(partSpecs[part], values, pilotRows)
  const { highlights, coverFileId: _stored, ...rest } = draft
  const cover = part === 'BRIEF' ? coverOf(values) : undefined
  const lines = Array.isArray(highlights) ? highlights.filter((line) => String(line).trim() !== '') : []
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isBlank(value)))
  return {
    ...filled,
    ...(lines.length > 0 ? { highlights: lines } : {}),
    ...(cover === undefined ? {} : { coverFileId: cover }),
  }
}

const NO_ROWS: readonly FieldSpec[] = []

/** Rules across fields. The form itself checks the fields of rows. */
export const checkPilot: CrossCheck = (draft, stage) => {
  const economy = draft['economy']
  const total = draft['totalInvestment']
  return [
    ...checkPilotProject(draft),
    ...checkPilotApplication(draft, stage, { indicators: NO_ROWS }),
    ...checkPilotImplementation(draft, stage, {
      tasks: NO_ROWS,
      milestones: NO_ROWS,
      investments: NO_ROWS,
      totalInvestment: typeof total === 'number' ? total : undefined,
    }),
    ...checkPilotBrief(draft, stage),
    ...(isRecord(economy)
      ? checkRecord(economy, fields.DemoEconomy, stage).map((found) => ({
          ...found,
          field: `economy.${found.field}`,
        }))
      : []),
  ]
}

const errorsOf = (values: FormValues, stage: Stage): readonly Issue[] =>
  allIssues(values, pilotSpecs, pilotRows, checkPilot, stage).filter(
    ({ level, field }) => level === 'error' && field !== 'commitment',
  )

/** A missing or wrong value before a submission. */
export interface Gap {
  part: DemoPart
  /** Field of the form; of an attachment, its kind. */
  field: string
  label: string
  code?: string | undefined
  message: string
}

const ROW = /^\w+\.(\d+)\.(\w+)$/

/** 关键指标第 2 行“指标值”. */
function labelOf(field: string): string {
  const owner = ownerOf(field)
  const caption = captions.get(owner) ?? owner
  const [, row, property] = ROW.exec(field) ?? []
  if (row === undefined) return caption
  const column = pilotRows[owner]?.find(({ name }) => name === property)?.caption
  return `${caption}第 ${Number(row) + 1} 行${column ? `“${column}”` : ''}`
}

/** Returns all gaps before a submission, in the order of the form. */
export function gapsOf(values: FormValues): Gap[] {
  const found = errorsOf(values, 'submit').map(
    ({ field, code, message }): Gap => ({
      part: partOfField(field) ?? 'MASTER',
      field,
      label: labelOf(field),
      code,
      message: code === codes.nonEmpty ? '未填写' : message,
    }),
  )
  const files = filesAt(values, 'attachments')
  const missing = FILE_KINDS.filter(
    (kind) => 'required' in kind && !files.some(({ bizType }) => bizType === kind.bizType),
  ).map(
    ({ bizType, label }): Gap => ({
      part: 'ATTACHMENTS',
      field: bizType,
      label,
      code: 'M-011',
      message: '未上传',
    }),
  )
  const order = pilotSpecs.map(({ name }) => name)
  const rank = ({ field }: Gap) => order.indexOf(ownerOf(field))
  return [...found.sort((one, other) => rank(one) - rank(other)), ...missing]
}

/** Whether a part can be saved now. Even a draft refuses texts that are too long and invalid numbers. */
export const isSavable = (part: SavedPart, values: FormValues): boolean =>
  !errorsOf(values, 'draft').some(({ field }) => partOfField(field) === part)

/** Whether a part has no gaps, apart from the commitment. */
export const isComplete = (part: SavedPart, values: FormValues): boolean =>
  !gapsOf(values).some((gap) => gap.part === part)

/** Parts with unsaved content. */
export const unsavedParts = (values: FormValues, saved: FormValues): SavedPart[] =>
  SAVED_PARTS.filter(
    (part) =>
      !isSame(partSpecs[part], values, saved) || (part === 'BRIEF' && coverOf(values) !== coverOf(saved)),
  )

/** Required fields of a part that are filled in correctly. */
export function progressOf(part: DemoPart, values: FormValues, gaps: readonly Gap[]) {
  const required =
    part === 'ATTACHMENTS'
      ? FILE_KINDS.filter((kind) => 'required' in kind).map(({ bizType }) => bizType)
      : partSpecs[part]
          .filter((spec) => spec.name !== 'commitment' && isRequired(spec, values, 'submit'))
          .map(({ name }) => name)
  const open = new Set(gaps.filter((gap) => gap.part === part).map(({ field }) => ownerOf(field)))
  return { done: required.filter((name) => !open.has(name)).length, total: required.length }
}
