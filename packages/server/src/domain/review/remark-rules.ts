import { RemarkStatus } from '@xinchu/sdk/codes'
import { textOf } from './differences.ts'

export type Status = (typeof RemarkStatus)[keyof typeof RemarkStatus]

/** What of a remark decides its state. Values are compared as they were sent. */
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
 * again when the change is taken back; closed ones are told when the field changes afterwards.
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

/** Whether a remark stands in the way of passing the record. */
export const isUnsettled = ({ status }: Pick<RemarkState, 'status'>): boolean =>
  status === RemarkStatus.open || status === RemarkStatus.answered
