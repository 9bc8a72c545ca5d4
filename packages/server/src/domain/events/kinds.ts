import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { components } from '@xinchu/contract/schema'
import type { ReviewedEntity } from '../review/shapes.ts'

type Schemas = components['schemas']
export type EventKind = Schemas['EventKind']
export type EventSubject = Schemas['EventSubject']

/** What the events of a kind of record are called. */
export const SUBJECTS = {
  PROJECT: 'project',
  USAGE: 'usage',
  YEARCALC: 'yearCalc',
  DEMO: 'demo',
  PROGRESS: 'progress',
  ANNUAL: 'annual',
  PROV_DEMO: 'provincialDemo',
  WORK_REPORT: 'workReport',
} as const satisfies Record<ReviewedEntity, EventSubject>

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
}

const { EventKind } = document.components.schemas
const known: ReadonlySet<string> = new Set(EventKind.enum)

const isKind = (text: string): text is EventKind => known.has(text)

/** The event of a step. One that the contract does not name is a change of the record. */
export function kindOf(
  entity: ReviewedEntity,
  { action, from }: { action: string; from: string | null },
): EventKind {
  const verbs: Readonly<Record<string, string>> = VERBS
  const verb = action === 'SAVE' && from === null ? 'created' : verbs[action]
  const kind = `${SUBJECTS[entity]}.${verb}`
  return isKind(kind) ? kind : `${SUBJECTS[entity]}.changed`
}
