import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { components, operations } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import type { RawBuilder } from 'kysely'
import type { Caller } from '../caller.ts'

type Schemas = components['schemas']
export type EventKind = Schemas['EventKind']
export type EventSubject = Schemas['EventSubject']

/** A kind of record that events may tell of. */
export interface Told {
  code: ReviewedKind
  /** Absent for a kind that no event tells of. */
  event?: {
    subject: Exclude<EventSubject, 'period'>
    /**
     * SQL: rows with the columns that decide who sees an event, as the conditions of the lists have them: place, offices,
     * whether it was ever submitted (`is_open`), and whether the project that it belongs to was (`is_within`).
     */
    source: RawBuilder<unknown>
    /** The call that lists the records; who may make it reads their events. */
    list: keyof operations
    /** SQL condition on events `p`; that of the rows unless it reads more than an event has. */
    sees?(user: Caller): RawBuilder<boolean>
  }
}

/** What a step of the flow is called; a first save is a creation. */
const VERBS: Readonly<Record<Schemas['FlowAction'], string>> = {
  CREATE: 'created',
  UPDATE: 'changed',
  SAVE: 'changed',
  SUBMIT: 'submitted',
  PASS: 'passed',
  RETURN: 'returned',
  WITHDRAW: 'withdrawn',
  REOPEN: 'reopened',
  READ: 'signedIn',
  SYNC: 'stored',
  UNSYNC: 'changed',
  CONFIRM: 'confirmed',
  ACCEPT: 'accepted',
  ASSIGN: 'assigned',
  PRIMARY_PASS: 'primaryPassed',
  PRIMARY_FAIL: 'primaryFailed',
  EXCELLENT_PASS: 'excellentPassed',
  EXCELLENT_FAIL: 'excellentFailed',
  ANNOUNCE: 'announced',
  CANCEL: 'cancelled',
  QUIT: 'quit',
  FORWARD: 'forwarded',
  VERIFY: 'verified',
  ANSWER: 'answered',
  DECLINE: 'declined',
}

const { EventKind } = document.components.schemas
const known: ReadonlySet<string> = new Set(EventKind.enum)

const isKind = (text: string): text is EventKind => known.has(text)

/**
 * The event of something that happened to a record. One that the contract does not name is a change of the record.
 * @throws Error for a kind without events
 */
export function eventOf({ code, event }: Told, verb: string): EventKind {
  if (!event) throw new Error(`no event tells of ${code}`)
  const kind = `${event.subject}.${verb}`
  return isKind(kind) ? kind : `${event.subject}.changed`
}

/** The event of a step; a first save is a creation. */
export function eventOfStep(
  told: Told,
  { action, from }: { action: string; from: string | null },
): EventKind {
  const verbs: Readonly<Record<string, string>> = VERBS
  const verb = action === 'SAVE' && from === null ? 'created' : verbs[action]
  return eventOf(told, verb ?? 'changed')
}
