import { AssignStatus } from '@xinchu/contract/codes'

export const { waiting: WAITING, reviewing: REVIEWING, submitted: SUBMITTED, recused: RECUSED } = AssignStatus

/** Whether the expert still has something to do for a task. */
export const isOpen = ({ assignStatus }: { assignStatus: string }): boolean =>
  assignStatus === WAITING || assignStatus === REVIEWING
