import { RemarkStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { type Caller, codeOf } from '../caller.ts'
import { textOf } from '../values/differences.ts'

export type Status = (typeof RemarkStatus)[keyof typeof RemarkStatus]

/** The part of a remark that decides its state. Values are compared as they were sent. */
export interface RemarkState {
  status: Status
  answer: string | null
  /** The value when it was last asked about. */
  asked_value: unknown
  /** The value when it was closed. */
  closed_value: unknown
}

/** Whether the value differs from the one that was asked about. */
export const isChanged = ({ asked_value }: Pick<RemarkState, 'asked_value'>, value: unknown): boolean =>
  textOf(asked_value) !== textOf(value)

/**
 * The state of a remark after the author has written: open remarks are answered by a change or by words, and are open
 * again when the change is taken back; closed ones change their state when the field changes afterwards.
 */
export function stateAfterWriting(remark: RemarkState, value: unknown): Status {
  switch (remark.status) {
    case RemarkStatus.open:
    case RemarkStatus.answered:
      return remark.answer || isChanged(remark, value) ? RemarkStatus.answered : RemarkStatus.open
    case RemarkStatus.closed:
    case RemarkStatus.changedAfterClosing:
      return textOf(remark.closed_value) === textOf(value)
        ? RemarkStatus.closed
        : RemarkStatus.changedAfterClosing
  }
}

/** Whether a remark still waits for the author. */
export const isOpenRemark = ({ status }: Pick<RemarkState, 'status'>): boolean => status === RemarkStatus.open

/** Whether a remark of the deciding level blocks the pass of its record. */
const isUnsettled = ({ status }: Pick<RemarkState, 'status'>): boolean =>
  status === RemarkStatus.open || status === RemarkStatus.answered

/** Remarks of the caller's own level that block a pass. */
export const unsettledOf = <T extends Pick<RemarkState, 'status'> & { level: number }>(
  remarks: readonly T[],
  user: Pick<Caller, 'deptId'>,
): T[] => remarks.filter((remark) => remark.level === user.deptId && isUnsettled(remark))

export type RemarkAction = 'READ' | 'ANSWER' | 'CLOSE' | 'ASK_AGAIN'

/**
 * A caller's part towards a remark of a record that he sees.
 * - ANSWERS: the author while the record is his to change; the office that holds what the nation returned
 * - ASKS: the level that asked, or one above it
 * - READS: everyone else
 */
type RemarkPart = 'ANSWERS' | 'ASKS' | 'READS'

const READ: readonly RemarkAction[] = ['READ']
const ANSWER: readonly RemarkAction[] = ['READ', 'ANSWER']
const CLOSE: readonly RemarkAction[] = ['READ', 'CLOSE', 'ASK_AGAIN']

const RIGHTS: Readonly<Record<RemarkPart, Readonly<Record<Status, readonly RemarkAction[]>>>> = {
  ANSWERS: {
    [RemarkStatus.open]: ANSWER,
    [RemarkStatus.answered]: ANSWER,
    [RemarkStatus.closed]: READ,
    [RemarkStatus.changedAfterClosing]: READ,
  },
  ASKS: {
    [RemarkStatus.open]: CLOSE,
    [RemarkStatus.answered]: CLOSE,
    [RemarkStatus.closed]: READ,
    [RemarkStatus.changedAfterClosing]: CLOSE,
  },
  READS: {
    [RemarkStatus.open]: READ,
    [RemarkStatus.answered]: READ,
    [RemarkStatus.closed]: READ,
    [RemarkStatus.changedAfterClosing]: READ,
  },
}

/** Levels that ask, lowest first, with the caller code of the office that decides there. */
const LEVELS: readonly (readonly [dept: number, code: string])[] = [
  [deptKinds.county, 'CNT'],
  [deptKinds.city, 'CTY'],
  [deptKinds.province, 'PRV'],
  [deptKinds.nation, 'NAT'],
]

/** Levels that ask about demonstration projects: those who recommend, and those who check for the nation. */
const PILOT_LEVELS: readonly (readonly (readonly [dept: number, code: string])[])[] = [
  [
    [deptKinds.province, 'PRV'],
    [deptKinds.group, 'CEN'],
  ],
  [
    [deptKinds.platform, 'PLT'],
    [deptKinds.nation, 'NAT'],
  ],
]

/** Position of a department kind among the levels, lowest first; -1 for one that is no level. */
export const rankOf = (dept: number): number => LEVELS.findIndex(([level]) => level === dept)

/** Whether the caller's level asked, or is above the one that asked. */
function isAskerOf(level: number, { levels }: Pick<Held, 'levels'>, user: Caller): boolean {
  const code = codeOf(user)
  if (levels !== 'DEMONSTRATION') {
    const rank = LEVELS.findIndex((each) => each[1] === code)
    return rank >= 0 && rank >= rankOf(level)
  }
  const rank = PILOT_LEVELS.findIndex((each) => each.some(([, own]) => own === code))
  return rank >= 0 && rank >= PILOT_LEVELS.findIndex((each) => each.some(([dept]) => dept === level))
}

/** The parts of a record that decide who may do what with its remarks. */
export interface Held {
  /** The caller reports it. */
  isAuthor: boolean
  /** The author may change it now. */
  isOpen: boolean
  /** Kind of the department that answers what the nation returned; undefined where the author does. */
  reviewer: number | undefined
  /** That department holds what the nation returned. */
  isWithReviewer: boolean
  /** The levels that ask about it; those of the territory unless said. */
  levels?: 'DEMONSTRATION'
}

/** The parts of a record that decide who sees what the nation asked before it is sent down. */
export type Upper = Pick<Held, 'reviewer' | 'levels'>

/** Whether a caller's level sees what the nation asked the reviewing department before it is sent down. */
export function isUpper(user: Pick<Caller, 'deptId'>, { reviewer, levels }: Upper): boolean {
  if (levels === 'DEMONSTRATION')
    return PILOT_LEVELS.some((level) => level.some(([dept]) => dept === user.deptId))
  return rankOf(user.deptId) >= rankOf(reviewer ?? deptKinds.province) && rankOf(user.deptId) >= 0
}

/** Whether a department asks for the nation. The platform does about demonstration projects. */
export const isNational = (dept: number, { levels }: Upper): boolean =>
  dept === deptKinds.nation || (levels === 'DEMONSTRATION' && dept === deptKinds.platform)

function partOf(
  remark: { level: number; sent: boolean },
  record: Held,
  user: Caller,
): RemarkPart | undefined {
  const isAsker = isAskerOf(remark.level, record, user)
  if (remark.sent) {
    if (record.isAuthor) return record.isOpen ? 'ANSWERS' : 'READS'
    return isAsker ? 'ASKS' : 'READS'
  }
  if (!isUpper(user, record)) return undefined
  if (isAsker) return 'ASKS'
  return record.isWithReviewer && user.deptId === record.reviewer ? 'ANSWERS' : 'READS'
}

/** Whether a caller may take an action on a remark of a record that he sees. */
export function may(
  action: RemarkAction,
  remark: { level: number; sent: boolean; status: Status },
  record: Held,
  user: Caller,
): boolean {
  const part = partOf(remark, record, user)
  return part !== undefined && RIGHTS[part][remark.status].includes(action)
}
