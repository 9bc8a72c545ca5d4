import type { FieldProblem } from '@xinchu/sdk'
import { dateTimeText } from '@xinchu/sdk'
import { DeclareStatus } from '@xinchu/sdk/codes'
import type { BodyOf, ReplyOf } from '../contract.ts'
import { type Refusal, refuse } from '../reply.ts'
import type { Caller } from './accounts.ts'
import type { FakeClock } from './clock.ts'
import { type Draft, detailOf, EDITABLE, governs, isVisible, type ProjectRecord } from './project.ts'
import { projectCodeOf } from './project-seed.ts'

const absent = () => refuse(404, '项目不存在', { code: 'W-002' })

function forbidden(code: string, field: string, message: string): Refusal {
  const errors: FieldProblem[] = [{ field, code, message }]
  return refuse(403, message, { code, errors })
}

/** The projects of a platform, with the rules of who may change them. */
export class Projects {
  readonly all: Map<number, ProjectRecord>
  readonly #clock: FakeClock
  #last: number

  constructor(seeded: readonly ProjectRecord[], clock: FakeClock) {
    this.all = new Map(seeded.map((project) => [project.id, project]))
    this.#clock = clock
    this.#last = 1000 + seeded.length
  }

  get(id: number, caller: Caller): ReplyOf<'getEsProject'> | Refusal {
    const project = this.all.get(id)
    return project && isVisible(caller, project) ? detailOf(caller, project) : absent()
  }

  create(given: Draft, caller: Caller): ReplyOf<'createEsProject'> | Refusal {
    const isOffice = caller.caller !== 'ENT'
    const { companyName = caller.orgName } = given
    if (!isOffice && companyName !== caller.orgName)
      return forbidden('P-015', 'companyName', '只能填报本单位的项目')
    const draft = isOffice ? given : { ...given, companyName }
    const now = this.#clock.now()
    const time = dateTimeText(now)
    const id = this.#last + 1
    const record: ProjectRecord = {
      ...{ id, version: 0, draft, status: DeclareStatus.draft, orgId: caller.orgId, history: [] },
      projectCode: projectCodeOf(id - 1000, draft.provinceCode, now),
      createBy: caller.username,
      ...{ createTime: time, updateTime: time },
    }
    if (isOffice && !governs(caller, record))
      return forbidden('P-016', 'provinceCode', '只能填报本辖区的项目')
    this.#last = id
    this.all.set(id, record)
    return detailOf(caller, record)
  }

  update(given: BodyOf<'updateEsProject'>, caller: Caller): ReplyOf<'updateEsProject'> | Refusal {
    const { id, version, ...draft } = given
    const project = this.all.get(id)
    if (!project || !isVisible(caller, project)) return absent()
    if (project.orgId !== caller.orgId || !EDITABLE.includes(project.status))
      return refuse(409, '当前状态不允许修改', { code: 'W-005' })
    if (project.version !== version) return refuse(409, '数据已被他人修改，请刷新后重试', { code: 'W-003' })
    if (draft.provinceCode !== project.draft.provinceCode) {
      const message = '省份不能更改'
      return refuse(400, message, { errors: [{ field: 'provinceCode', message }] })
    }
    const changed = { ...project, draft, version: version + 1, updateTime: dateTimeText(this.#clock.now()) }
    this.all.set(id, changed)
    return detailOf(caller, changed)
  }

  delete(ids: readonly number[], caller: Caller): undefined | Refusal {
    const found = ids.map((id) => this.all.get(id))
    if (found.some((project) => !project || !isVisible(caller, project))) return absent()
    const kept = found.find(
      (project) => project && (project.history.length > 0 || project.orgId !== caller.orgId),
    )
    if (kept) return refuse(409, `“${kept.draft.projectName}”已提交过，不能删除`, { code: 'W-008' })
    for (const id of ids) this.all.delete(id)
    return undefined
  }
}
