import type { components, operations } from '@xinchu/contract/schema'
import type { FieldSpec, PlaceBoxes, ReviewedKind } from '@xinchu/validators'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { Shape } from '../review/differences.ts'
import type { Reviewed } from '../review/record-kind.ts'
import type { OfficeNames, Place } from './offices.ts'
import { assertTable, type FlowTable, type Party } from './table.ts'
import type { Way } from './way.ts'

type Schemas = components['schemas']
type Task = Schemas['ReviewTask']

/** The part of a task that its record knows. */
export type TaskPart = Pick<Task, 'title' | 'orgName' | 'status' | 'statusLabel'> & {
  [Name in 'code' | 'place' | 'period' | 'ratedPower' | 'ratedEnergy']?: Task[Name] | null
}

/** A visible record with all that the desk asks about it. Its row stays in its kind. */
export interface LiveRecord extends Reviewed {
  /** Since when it is as it is, for a record without history. */
  updateTime: string
  place: Place
  /** Period that its deadline depends on. */
  period: { year?: number; quarter?: number }
  /** Present warnings about it, if its kind has any. `boxes` say where the divisions of today lie. */
  warnings?(now: Date, boxes: PlaceBoxes): Schemas['ReviewWarning'][]
  task(): TaskPart
  way(): Way
  goals(offices: OfficeNames): Schemas['ReviewGoal'][]
}

/** SQL of the columns by which the desk finds, filters and sorts its queue. */
export interface QueueColumns {
  title: RawBuilder<unknown>
  office: RawBuilder<unknown>
  city: RawBuilder<unknown>
  county: RawBuilder<unknown>
  power: RawBuilder<unknown>
  year: RawBuilder<unknown>
  quarter?: RawBuilder<unknown>
  code?: RawBuilder<unknown>
  /** The party that the offices of a caller code act for. Others have none of the kind on their desk. */
  parties?: Readonly<Record<string, Party>>
  /** SQL condition: a row waits for the caller's decision, where more than its state says so. */
  waits?(user: Caller): RawBuilder<boolean>
}

/** A record whose step is undone, as the step left it. */
export interface Undone {
  id: number
  province_code: string
  version: number
}

/** What is reviewed, as one thing: its table, its content, its flow, who sees it, and what it is called. */
export interface RecordKind<Code extends ReviewedKind = ReviewedKind> {
  /** Key of what the review, the history and the events keep. */
  code: Code
  table: string
  /** Fields, rows and groups of its content. */
  shape: Shape & { groups: Readonly<Record<string, string>> }
  /** The flow of its records; the longest one where it depends on the record. */
  flow: FlowTable
  /** All flows, where it depends on the record which one it has. */
  flows?: readonly FlowTable[]
  /** SQL: its table with what its conditions and columns read besides, and the name of its own row there. */
  rows: { from: RawBuilder<unknown>; as: string }
  /** SQL condition on its rows: the only place that decides who sees them. */
  visible(user: Caller): RawBuilder<boolean>
  /** The visible records of these ids, locked on demand. */
  load(db: Db, ids: readonly number[], user: Caller, lock?: boolean): Promise<LiveRecord[]>
  queue: QueueColumns
  undo: {
    /** Columns that undoing a step restores. */
    columns: readonly string[]
    /** Why steps of these records cannot be undone any more, in words. */
    refusal?(trx: Trx, records: readonly Undone[]): Promise<string | undefined>
    /** What else follows when steps of these records were undone. */
    after?(trx: Trx, records: readonly Undone[]): Promise<void>
  }
  event: {
    subject: Exclude<Schemas['EventSubject'], 'period'>
    /** SQL: rows with the columns that decide who sees an event. */
    source: RawBuilder<unknown>
    /** The call that lists the records; who may make it reads their events. */
    list: keyof operations
    /** SQL condition on events `p`; that of the rows unless it reads more than an event has. */
    sees?(user: Caller): RawBuilder<boolean>
  }
  audit: {
    /** SQL: the name of the row `r`. */
    name: RawBuilder<string>
    specs: readonly FieldSpec[]
    rows?: Readonly<Record<string, readonly FieldSpec[]>>
  }
}

/** A kind whose flow leads to known states only. @throws Error otherwise */
export function defineKind<const Code extends ReviewedKind>(kind: RecordKind<Code>): RecordKind<Code> {
  for (const flow of kind.flows ?? [kind.flow]) assertTable(flow)
  return kind
}
