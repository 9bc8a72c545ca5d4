import type { Decided, Decision } from './portal-kind.ts'

interface Refused {
  message: string
  errors?: readonly { caption?: string; message: string }[]
}

export const refusalOf = ({ message, errors = [] }: Refused): Decided => ({
  refusal: {
    message,
    details: errors.map(({ caption, message: reason }) => (caption ? `${caption}：${reason}` : reason)),
  },
})

interface Offer {
  undoId: string
  seconds?: number
}

const UNDO_SECONDS = 10

const decidedWith = (undo: Offer | undefined): Decided =>
  undo ? { undo: { undoId: undo.undoId, seconds: undo.seconds ?? UNDO_SECONDS } } : {}

/** An offer to undo, on this machine's clock. The seconds count from the reply. */
export const undoUntil = ({ undoId, seconds = UNDO_SECONDS }: Offer) => ({
  undoId,
  until: performance.now() + seconds * 1_000,
})

/** The outcome of a call about one record: its refusal, or the offer to undo it. */
export const outcomeOf = (refused: Refused | undefined, undo: Offer | undefined): Decided =>
  refused ? refusalOf(refused) : decidedWith(undo)

/** The words of a decision, as all calls take them. */
export const wordsOf = ({ opinion, dueDate, closeRemarks }: Decision) => ({
  ...(opinion ? { opinion } : {}),
  ...(dueDate ? { dueDate } : {}),
  ...(closeRemarks ? { closeRemarks } : {}),
})

/** A decision without its action, for calls that move many records. */
export function batchOf(decision: Decision) {
  const { task, remarks = [], passReason } = decision
  const { entityId: id, version } = task
  return {
    ...wordsOf(decision),
    ids: [id],
    versions: [{ id, version }],
    ...(remarks.length > 0 ? { remarks: [{ id, remarks: [...remarks] }] } : {}),
    ...(passReason ? { passReasons: [{ id, reason: passReason }] } : {}),
  }
}

const remarksOf = ({ remarks = [] }: Decision) => (remarks.length > 0 ? { remarks: [...remarks] } : {})

/** A decision without its action, for one row of a call that saves many records. */
export const rowOf = (decision: Decision) => ({
  id: decision.task.entityId,
  version: decision.task.version,
  ...remarksOf(decision),
})

/** A decision without its action, for calls that save one record. */
export const recordOf = (decision: Decision) => ({ ...wordsOf(decision), ...rowOf(decision) })
