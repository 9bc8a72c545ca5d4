import { RemarkStatus } from '@xinchu/contract/codes'
import type { ReviewRecord } from '@xinchu/sdk'
import { repeatScores } from '@xinchu/validators'
import type { Goal, PortalKind } from '../../records/portal-kind.ts'
import type { Remark } from '../../records/review.ts'
import type { Draft } from './drafts.ts'

/** Minimum length of the reason for passing an undecided suspected duplicate. */
export const LEAST_REASON = 10

const PASSES: readonly string[] = ['PASS', 'CONFIRM', 'ACCEPT', 'SUBMIT']
const RETURNS: readonly string[] = ['RETURN', 'REOPEN']

/** Returns the goal of a pass. */
export const passOf = ({ goals }: Pick<ReviewRecord, 'goals'>): Goal | undefined =>
  PASSES.flatMap((action) => goals.filter((goal) => goal.action === action))[0]

export const returnOf = ({ goals }: Pick<ReviewRecord, 'goals'>): Goal | undefined =>
  RETURNS.flatMap((action) => goals.filter((goal) => goal.action === action))[0]

const OPEN: ReadonlySet<string> = new Set([RemarkStatus.open, RemarkStatus.answered])

/** Remarks of the own level that a pass has to close. */
export const toClose = (remarks: readonly Remark[]): Remark[] =>
  remarks.filter(({ closable, status }) => closable && OPEN.has(status))

/** Whether a suspected duplicate of the record is undecided. */
export const isSuspected = ({ task }: Pick<ReviewRecord, 'task'>): boolean =>
  (task.repeatScore ?? 0) >= repeatScores.suspected

/** Whether the pass needs a reason because of an undecided duplicate. Reporting to the nation does not. */
export const needsReason = (record: ReviewRecord): boolean =>
  isSuspected(record) && passOf(record)?.action === 'PASS'

/** 退回企业, or the office of a lower level. */
export function returnName({ task }: Pick<ReviewRecord, 'task'>, goal: Goal): string {
  const isAuthor = !goal.office || goal.office === task.orgName
  return isAuthor ? '退回企业' : `退回${goal.office}`
}

export interface Situation {
  kind: PortalKind
  record: ReviewRecord
  draft: Draft
  /** The reviewer has asked for a return. */
  isReturning: boolean
  /** The content has changed since it was shown. */
  isUpdated: boolean
  /** The reviewer has not gone to the banner of the update yet. */
  isUnread: boolean
  isOnline: boolean
  hasNext: boolean
}

export interface MainAction {
  kind: 'PASS' | 'RETURN'
  label: string
  goal: Goal | undefined
  /** Reason why the button is blocked, and the control to go to. */
  blocked?: { reason: string; control?: 'opinion' | 'reason' | 'parts' | 'update' }
}

const NAMES: Readonly<Record<string, string>> = { PASS: '通过', CONFIRM: '确认', SUBMIT: '上报' }
/** The whole name of a report to the nation, where the button has room for it. */
const REPORT = '上报国家能源主管部门'

/** The pass in one word, as the other button and a refusal name it. */
export const passWord = (record: Pick<ReviewRecord, 'goals'>): string =>
  passOf(record)?.action === 'SUBMIT' ? '上报' : '通过'

function passAction({ record, draft, isUpdated, hasNext }: Situation): MainAction {
  const goal = passOf(record)
  const name = NAMES[goal?.action ?? 'PASS'] ?? '通过'
  const open = toClose(record.remarks).length
  const suspected = needsReason(record)
  const label = isUpdated
    ? `已核对更新，${name}`
    : suspected
      ? `写明理由并${name}`
      : open > 0
        ? `关闭 ${open} 处并${name}`
        : goal?.action === 'SUBMIT'
          ? REPORT
          : hasNext
            ? `${name}，看下一件`
            : name
  const lacks = suspected && draft.reason.trim().length < LEAST_REASON
  const lacksReply = goal?.needsOpinion === true && draft.opinion.trim() === ''
  return {
    kind: 'PASS',
    label,
    goal,
    ...(lacks
      ? {
          blocked: {
            reason: `疑似重复未判定，请判定或写明理由（至少 ${LEAST_REASON} 个字）`,
            control: 'reason',
          },
        }
      : lacksReply
        ? { blocked: { reason: '请在办理意见中答复国家的退回意见', control: 'opinion' } }
        : {}),
  }
}

function returnAction({ kind: { parts }, record, draft }: Situation): MainAction {
  const goal = returnOf(record)
  const count = draft.remarks.length
  const name = goal ? returnName(record, goal) : '退回'
  return {
    kind: 'RETURN',
    label: count > 0 ? `${name}（${count} 处意见）` : name,
    goal,
    ...(parts?.opened(draft).length === 0
      ? { blocked: { reason: '请勾选退回的部分', control: 'parts' } }
      : draft.opinion.trim() === ''
        ? { blocked: { reason: '退回须填写办理意见', control: 'opinion' } }
        : {}),
  }
}

const UPDATED = '此件已更新，请核对后再按一次'

/** The main action: the return once it is started or remarks are unsent, otherwise the pass. */
export function mainAction(situation: Situation): MainAction {
  const isReturn = situation.isReturning || situation.draft.remarks.length > 0
  const action = isReturn ? returnAction(situation) : passAction(situation)
  if (!situation.isOnline)
    return { ...action, label: '等待网络…', blocked: { reason: '办理须联网，恢复后再按一次' } }
  if (!action.goal) return { ...action, blocked: { reason: '此刻不能办理此件' } }
  // The press that meets an update may have been meant for what was shown before.
  if (situation.isUnread)
    return { ...action, label: '核对更新', blocked: { reason: UPDATED, control: 'update' } }
  return action
}

/** Order of remarks for their reviewer: answered, changed after closing, open, closed. */
const RANK: Readonly<Record<string, number>> = {
  [RemarkStatus.answered]: 0,
  [RemarkStatus.changedAfterClosing]: 1,
  [RemarkStatus.open]: 2,
  [RemarkStatus.closed]: 3,
}

export const inReviewOrder = (remarks: readonly Remark[]): Remark[] =>
  remarks.toSorted((a, b) => (RANK[a.status] ?? 9) - (RANK[b.status] ?? 9) || a.id - b.id)

/** Unsettled remarks, in their order. */
export const unsettled = (remarks: readonly Remark[]): Remark[] =>
  inReviewOrder(remarks).filter(({ status }) => status !== RemarkStatus.closed)
