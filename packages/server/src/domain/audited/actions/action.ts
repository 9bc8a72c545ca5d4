import type { components, operations } from '@xinchu/contract/schema'
import type { Asked } from '../../audit-log/asked.ts'
import type { RecordKind } from '../../audit-log/kinds.ts'
import type { Wanted } from '../../audit-log/recorded.ts'

/** Names by the value of a property. */
interface Names {
  field: string
  names: Readonly<Record<string, string>>
}

/** Audit settings of an operation. */
export interface Action {
  group: components['schemas']['AuditGroup']
  name: string
  /** Names by a property of the call, such as `action`. */
  by?: Names
  /** Values of that property that change no record. */
  reads?: readonly string[]
  /** Names for a call that changes a property of the record to one of these values. */
  changed?: Names
  /** Kind of the records that the call concerns. */
  kind?: RecordKind
  /** Properties of the call that hold their ids. */
  keys?: readonly string[]
  /** Paths in the reply that hold ids of records that the call creates. */
  created?: readonly string[]
  /** Finds records that are not named by an id. */
  find?: (asked: Asked) => readonly Wanted[]
  /** The record is the caller's own account, unless the call names another by `keys`. */
  isOwn?: true
  /** Names what the call concerns, if that is no record. */
  about?: (asked: Asked) => string | undefined
  /** Whether the call only shows what it would do. */
  plans?: (asked: Asked) => boolean
  /** Property of the call that holds the reason for it. */
  why?: string
  /** Personal data that the call shows in full. */
  shows?: string
  /** Reason why no values before and after are recorded. */
  unchanged?: string
}

/** Actions by operation. */
export type Actions = { readonly [Id in keyof operations]?: Action }
