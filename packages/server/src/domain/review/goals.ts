import type { ReportStatus } from '@xinchu/contract/codes'
import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Caller } from '../caller.ts'
import type { DemoRecord } from '../demo-project/query.ts'
import { allowedActions, type DemoAction, needsOpinion, partyOf } from '../demo-project/states.ts'
import { actionsOn, CHAIN, reportParts } from '../demo-reports/parts.ts'
import type { ReportKind, ReportRow } from '../demo-reports/reports.ts'
import type { ProjectRow } from '../es-project/query.ts'
import { allowedMoves, levelsOf, moveOf } from '../es-project/states.ts'
import type { Level, OfficeNames } from '../flow/offices.ts'
import { type Part, type ReportChain, reportMove, reportSteps } from '../general-items/states.ts'
import { reply } from '../reply.ts'

type Goal = components['schemas']['ReviewGoal']

const AT: Readonly<Record<string, Level>> = {
  [DeclareStatus.atCounty]: 'county',
  [DeclareStatus.atCity]: 'city',
  [DeclareStatus.atProvince]: 'province',
}

/** Effect of a return on the levels below the one that returns. */
function returnNote(row: ProjectRow): string {
  const levels = levelsOf(row)
  const at = AT[row.declare_status]
  const below = at ? levels.slice(0, levels.indexOf(at as 'county' | 'city' | 'province')) : levels // a level of AT
  if (below.length === 0) return '修改后重新提交，本级意见随附'
  const names = below.map((level) => ({ county: '县', city: '市', province: '省' })[level])
  return `${names.join('、')}级的通过作废，从${names[0] ?? ''}级重新开始`
}

/** Describes the result of each action that the caller may take on a project. */
export function projectGoals(row: ProjectRow, user: Caller, offices: OfficeNames): Goal[] {
  return allowedMoves(user, row).map(({ action, target, needsOpinion }) => {
    const to = moveOf(user, row, action, target)
    const level = to && AT[to.declare]
    const office = level && offices.get(level)
    const author = offices.get('author') ?? '填报单位'
    const common = { action, target, needsOpinion }
    switch (action) {
      case 'PASS':
        if (target === 'country') return reply<Goal>({ ...common, text: '通过后为 国家通过（待入库）' })
        return to?.declare === DeclareStatus.passed
          ? reply<Goal>({ ...common, text: '通过后为 省级通过', note: '由本单位上报 国家能源主管部门' })
          : reply<Goal>({ ...common, text: `通过后送 ${office ?? '上级能源主管部门'}`, office })
      case 'RETURN':
      case 'REOPEN': {
        const isToProvince = target === 'country' && action === 'RETURN'
        const name = isToProvince ? (offices.get('province') ?? '省级能源主管部门') : author
        const note = isToProvince ? '由省级答复或退回填报单位' : returnNote(row)
        return reply<Goal>({ ...common, text: `退回后回到 ${name}`, office: name, note })
      }
      case 'SUBMIT': {
        const name = target === 'country' ? (offices.get('nation') ?? '国家能源主管部门') : office
        const verb = target === 'country' ? '上报' : '提交'
        return to?.declare === DeclareStatus.passed && to.country !== CountryStatus.waiting
          ? reply<Goal>({ ...common, text: '提交后为 省级通过' })
          : reply<Goal>({ ...common, text: `${verb}后送 ${name ?? '上级能源主管部门'}`, office: name })
      }
      default:
        return reply<Goal>({ ...common, text: '撤回后可修改并重新提交' })
    }
  })
}

/** Describes the result of each action that the caller may take on a demonstration project. */
export function demoGoals(row: DemoRecord, user: Caller, offices: OfficeNames): Goal[] {
  const author = offices.get('author') ?? '申报单位'
  const recommender = row.recommend_org_name ?? '推荐单位'
  const nation = offices.get('nation') ?? '国家能源主管部门'
  const words: Partial<Record<DemoAction, Pick<Goal, 'text' | 'note'>>> = {
    SUBMIT: { text: `提交至 ${recommender}` },
    PASS: { text: `推荐后送 ${nation} 形审`, note: '国家未签收前可撤回' },
    ACCEPT: { text: '通过后进入专家评审' },
    RETURN:
      partyOf(user, row) === 'RECOMMENDER'
        ? { text: `退回后回到 ${author}` }
        : { text: `退回后回到 ${author}`, note: '单位补正后先送推荐单位，再回到本列表' },
    WITHDRAW: { text: '撤回后可修改并重新办理' },
  }
  return allowedActions(user, row).flatMap((action) => {
    const own = words[action]
    return own ? [reply<Goal>({ action, needsOpinion: needsOpinion(action), ...own })] : []
  })
}

/** Describes the result of each action on a report of an announced project. */
export const demoReportGoals = (
  kind: ReportKind,
  row: ReportRow,
  user: Caller,
  offices: OfficeNames,
): Goal[] =>
  reportGoals(
    { chain: CHAIN, status: row.status, parts: reportParts(row, user) },
    'province',
    offices,
  ).filter(({ action }) => actionsOn(kind, row, row.status, user).some((own) => own === action))

/** Words for an office that the platform has no organization of. */
const UNNAMED = { city: '市级能源主管部门', province: '省级能源主管部门' } as const

/** Describes the result of each action on a quarterly or yearly form. */
export function reportGoals(
  { chain, status, parts }: { chain: ReportChain; status: ReportStatus; parts: ReadonlySet<Part> },
  reviewer: 'city' | 'province' | undefined,
  offices: OfficeNames,
): Goal[] {
  const author = offices.get('author') ?? '填报单位'
  const nation = offices.get('nation') ?? '国家能源主管部门'
  const office = reviewer ? (offices.get(reviewer) ?? UNNAMED[reviewer]) : nation
  return reportSteps(chain, status, parts).flatMap(({ action, needsOpinion }): Goal[] => {
    const isByNation = parts.has('nation') && !parts.has('reviewer')
    const to = reportMove(chain, status, action, parts)
    if (to === undefined || action === 'SAVE') return []
    const common = { action, needsOpinion }
    switch (action) {
      case 'SUBMIT':
        return [reply<Goal>({ ...common, text: `提交后送 ${office}`, office })]
      case 'PASS':
        return chain === 'reviewer'
          ? [reply<Goal>({ ...common, text: '通过后归档' })]
          : [reply<Goal>({ ...common, text: `通过后送 ${nation}`, office: nation })]
      case 'CONFIRM':
        return [reply<Goal>({ ...common, text: '确认后归档' })]
      case 'RETURN':
      case 'REOPEN': {
        const isToReviewer = action === 'RETURN' && isByNation && reviewer !== undefined
        const name = isToReviewer ? office : author
        return [reply<Goal>({ ...common, text: `退回后回到 ${name}`, office: name })]
      }
      default:
        return [reply<Goal>({ ...common, text: '撤回后可修改并重新提交' })]
    }
  })
}
