import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { components } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import { kindOf as kindOfRecord } from '../desk/list.ts'

type Schemas = components['schemas']
export type EventKind = Schemas['EventKind']
export type EventSubject = Schemas['EventSubject']

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

/** Whether events tell of records of a kind. */
export const hasEvents = (entity: ReviewedKind): boolean => kindOfRecord(entity).event !== undefined

/**
 * The event of something that happened to a record. One that the contract does not name is a change of the record.
 * @throws Error for a kind without events
 */
export function eventOf(entity: ReviewedKind, verb: string): EventKind {
  const subject = kindOfRecord(entity).event?.subject
  if (!subject) throw new Error(`no event tells of ${entity}`)
  const kind = `${subject}.${verb}`
  return isKind(kind) ? kind : `${subject}.changed`
}

/** The event of a step; a first save is a creation. */
export function kindOf(
  entity: ReviewedKind,
  { action, from }: { action: string; from: string | null },
): EventKind {
  const verbs: Readonly<Record<string, string>> = VERBS
  const verb = action === 'SAVE' && from === null ? 'created' : verbs[action]
  return eventOf(entity, verb ?? 'changed')
}
