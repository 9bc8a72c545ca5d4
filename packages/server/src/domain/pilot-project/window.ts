import { DemoStatus } from '@xinchu/contract/codes'
import type { Db } from '../../db/database.ts'
import { type Closure, windowClosed } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import { type Caller, may } from '../caller.ts'
import { closureOf } from '../fill-time/closure.ts'
import { type FillTimeRow, findWindows, isOpenFor } from '../fill-time/window.ts'
import type { PilotRow } from './columns.ts'

type Batch = Pick<PilotRow, 'batch_year' | 'batch_no'>

/** Fill windows of batches, as they apply to a caller. */
export interface PilotWindows {
  /** The window of a batch: an open one, or else the latest. */
  of(batch: Batch): FillTimeRow | undefined
  isOpen(batch: Batch): boolean
  /** Reason why the window of a batch is not open. */
  closureOf(batch: Batch): Closure
  /**
   * Whether the caller, applicant or recommender, may act on a project: in its window, or until a return's due date.
   * A recommender has a week longer, to review corrections that arrive on that day.
   */
  mayAct(row: Batch & Pick<PilotRow, 'status' | 'due_date'>): boolean
}

/** Additional days after the applicant's deadline in which a recommender may pass a returned project on. */
const RECOMMENDER_DAYS = 7
const DAY_MS = 86_400_000

export async function pilotWindows(db: Db, user: Caller, now: Date): Promise<PilotWindows> {
  const windows = await findWindows(db, { fillType: 'DEMO_APPLY' }, user)
  const ofBatch = ({ batch_year, batch_no }: Batch) =>
    windows.filter(
      (window) => window.year === batch_year && (window.batch_no === null || window.batch_no === batch_no),
    )
  const isOpen = (batch: Batch) =>
    may(user, 'windows.ignore') || ofBatch(batch).some((window) => isOpenFor(window, user, now))
  return {
    of: (batch) => ofBatch(batch).find((window) => isOpenFor(window, user, now)) ?? ofBatch(batch)[0],
    isOpen,
    closureOf: (batch) =>
      closureOf(ofBatch(batch), { fillType: 'DEMO_APPLY', year: batch.batch_year }, user, now),
    mayAct(row) {
      if (isOpen(row)) return true
      const later = row.status === DemoStatus.atRecommender ? RECOMMENDER_DAYS * DAY_MS : 0
      return row.due_date !== null && day(new Date(now.getTime() - later)) <= row.due_date
    },
  }
}

/** @throws HttpError 423 if no window of the batch is open to the caller */
export async function requireBatchOpen(db: Db, batch: Batch, user: Caller, now: Date): Promise<void> {
  const windows = await pilotWindows(db, user, now)
  if (!windows.isOpen(batch)) throw windowClosed(windows.closureOf(batch))
}
