import type { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Caller } from '../caller.ts'
import type { DemoRecord } from '../demo-project/query.ts'
import { allowedActions, type DemoAction, needsOpinion, partyOf } from '../demo-project/states.ts'
import { actionsOn, CHAIN, reportParts } from '../demo-reports/parts.ts'
import type { ReportKind, ReportRow } from '../demo-reports/reports.ts'
import type { OfficeNames } from '../flow/offices.ts'
import { type Part, type ReportChain, reportMove, reportSteps } from '../general-items/states.ts'
import { reply } from '../reply.ts'

type Goal = components['schemas']['ReviewGoal']

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
