import type { components } from '@xinchu/contract/schema'
import type { FieldSpec, ReviewedKind } from '@xinchu/validators'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { HttpError } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { Told } from '../events/kinds.ts'
import type { Target } from '../links/link-to.ts'
import type { AnyMessage } from '../messages/tell.ts'
import type { AskedKind } from '../remarks/reach.ts'
import type { Content, Shape } from '../values/differences.ts'
import type { LiveRecord } from './record.ts'
import type { Step, StepContext, StepItem, Taken } from './step.ts'
import { assertTable, type FlowAction, type FlowStep, type FlowTable } from './table.ts'

export type { LiveRecord, TaskPart } from './record.ts'

type Schemas = components['schemas']

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
  /** Since when a row waits; from its last step by default. */
  since?: RawBuilder<unknown>
  /** The deadline of a row, where it has its own. */
  due?: RawBuilder<unknown>
  /** Whether a row was stored in the warehouse. */
  stored?: RawBuilder<unknown>
  /** SQL condition: row `t` of the queue is of this kind and may repeat another record. */
  repeats?: RawBuilder<boolean>
  /** The party that the offices of a caller code act for. Others have none of the kind on their desk. */
  parties?: Readonly<Record<string, string>>
  /** SQL condition: a row waits for the caller's decision, where more than its state says so. */
  waits?(user: Caller): RawBuilder<boolean>
}

/** The content of a record as the warehouse has it, and of which period. */
export interface Stored {
  content: Content
  period: string
}

/** A record whose step is undone, as the step left it. */
export interface Undone {
  id: number
  province_code: string
  version: number
}

/** When a form is open. */
export interface Window<Live extends LiveRecord, Item extends StepItem> {
  type: Row<'fill_time'>['fill_type']
  /** The actions that need it to be open. */
  binds: readonly FlowAction[]
  period(step: Step<Live, Item>): { year: number; quarter?: number }
}

/** Reader of a message about a step: the office that reports the record, or another one. */
export type Reader = 'author' | 'office'

/** Finds the records of a request. */
export interface Finder<Live extends LiveRecord, Item extends StepItem> {
  /** Equal keys have the same record. A new one is a draft with id 0. @throws HttpError or ItemRefusal */
  find(item: Item): Live
}

/** Checks the steps of a request. */
export interface Checker<Live extends LiveRecord, Item extends StepItem> {
  /** Checks a step. Returns its item in the form to store. @throws HttpError or ItemRefusal */
  check(step: Step<Live, Item>): Item | Promise<Item>
}

/** Members that `takeSteps` calls. `Live` is the type of the kind's records, `Item` of what a request says of one. */
export interface StepMembers<Live extends LiveRecord, Item extends StepItem> {
  window?: Window<Live, Item>
  /** Whether a caller never takes an action, though his party does. */
  bars?(action: FlowAction, user: Caller): boolean
  /**
   * Refuses an office that never takes an action on a record; by default one without a role, or one that is barred.
   * @throws ItemRefusal
   */
  assertEntitled?(action: FlowAction, record: Live): void
  /** The flow of a record, where the kind has several. */
  flowOf?(record: Live): FlowTable<string, string>
  /** The line of the flow that an action takes, where more than state and roles decides. */
  lineOf?(record: Live, item: Item, action: FlowAction): FlowStep<string, string> | undefined
  /** Whether an action that the flow does not allow was taken before and may be asked for again. Nothing is written then. */
  isDone?(record: Live, action: FlowAction): boolean
  /** The drafts, with id 0, that new records begin as. @throws HttpError 400, 403, 404 or 409 */
  begin?(trx: Trx, items: readonly Item[], ctx: StepContext): Promise<Live[]>
  /**
   * Loads and locks the records of items that may name them by other keys than ids. Returns what finds the record of an
   * item, or begins it.
   */
  finder?(trx: Trx, items: readonly Item[], ctx: StepContext): Promise<Finder<Live, Item>>
  /** The refusal of a second step on a record in one request; by default that it was changed. @throws ItemRefusal */
  assertFirst?(step: Step<Live, Item>): void
  /** Loads what only the kind asks. Returns what checks each step. */
  checker?(trx: Trx, steps: readonly Step<Live, Item>[], ctx: StepContext): Promise<Checker<Live, Item>>
  /** The refusals of steps that are allowed each by itself, but not together. */
  together?(
    trx: Trx,
    steps: readonly Step<Live, Item>[],
    ctx: StepContext,
  ): Promise<ReadonlyMap<Step<Live, Item>, HttpError>>
  /** The contents after steps that write, as the review compares them. */
  written?(trx: Trx, steps: readonly Step<Live, Item>[], ctx: StepContext): Promise<Content[]>
  /**
   * Writes content and state of steps that write. Returns the ids in the order of the steps; none for a new record that
   * another call has just made.
   */
  store?(trx: Trx, steps: readonly Step<Live, Item>[], ctx: StepContext): Promise<(number | undefined)[]>
  /** Writes the states of steps whose content stays; by default the column `status`. */
  move?(trx: Trx, steps: readonly Step<Live, Item>[], ctx: StepContext): Promise<void>
  /** The code of a state in the history, where it is not that of the flow. */
  noted?(state: string, item: Item): string
  /** Verb for a step in the news about it; by default the name of its action. */
  verb?(step: Step<Live, Item>): string
  /** Warnings of a stored record that are kept with its submission. */
  warned?(record: Live, item: Item): Schemas['ReviewWarning'][]
  /**
   * The records after their steps, where the caller may not read them any more; by default those that he sees.
   * @param isReviewed whether the review stores their content
   */
  reload?(trx: Trx, ids: readonly number[], ctx: StepContext, isReviewed: boolean): Promise<Live[]>
  /** Does what follows from stored steps. */
  after?(trx: Trx, steps: readonly Taken<Live, Item>[], ctx: StepContext): Promise<void>
  /** Link target of a message about one record, or about several if none is given. */
  links?(record: Live | undefined, reader: Reader): Target
  /** Further messages about steps. They are deleted with them. */
  tells?(trx: Trx, steps: readonly Step<Live, Item>[], ctx: StepContext): Promise<readonly AnyMessage[]>
  /** The message to the office that gets a returned record. */
  returned?(step: Step<Live, Item>, office: number | null, ctx: StepContext): AnyMessage
  /** Whether the offices that a step concerns get no news of it. */
  isQuiet?(step: Step<Live, Item>): boolean
  /** Whether others must not learn of a step, as it tells how a sealed review goes. */
  isSealed?(step: Step<Live, Item>): boolean
  /** Whether a step has effects that undoing could not take back. */
  isLasting?(step: Step<Live, Item>): boolean
}

/** What is reviewed, as one thing: its table, its content, its flow, who sees it, and what it is called. */
export interface RecordKind<
  Code extends ReviewedKind = ReviewedKind,
  Live extends LiveRecord = LiveRecord,
  Item extends StepItem = StepItem,
> extends StepMembers<Live, Item>,
    AskedKind,
    Told {
  /** Key of what the review, the history and the events keep. */
  code: Code
  table: string
  /** Its steps raise no remarks and keep no submissions. */
  isPlain?: true
  /** Fields, rows and groups of its content. */
  shape: Shape & { groups: Readonly<Record<string, string>> }
  /** The flow of its records; the longest one where it depends on the record. */
  flow: FlowTable<string, string>
  /** All flows, where it depends on the record which one it has. */
  flows?: readonly FlowTable<string, string>[]
  /** SQL: its table with what its conditions and columns read besides, and the name of its own row there. */
  rows: {
    from: RawBuilder<unknown>
    as: string
    /** The office that reports, where it is not in the row itself. */
    office?: RawBuilder<unknown>
  }
  /** SQL condition on its rows: the only place that decides who sees them. */
  visible(user: Caller): RawBuilder<boolean>
  /** The visible records of these ids, locked on demand. */
  load(db: Db, ids: readonly number[], user: Caller, lock?: boolean): Promise<Live[]>
  queue: QueueColumns
  /** Contents that the warehouse has of these records, by id. */
  stored?(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Stored>>
  /** The highest score of a record that each of these may repeat, by id. */
  repeats?(db: Db, ids: readonly number[], user: Caller): Promise<ReadonlyMap<number, number>>
  /** Times at which these records were signed in, by id. */
  signed?(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** The office that has a record signs it in, after which its last step is not undone. */
  receipt?: true
  undo: {
    /** Columns that undoing a step restores. */
    columns: readonly string[]
    /** Last entries before a step in a table of the kind's own, by record. */
    keep?(trx: Trx, ids: readonly number[]): Promise<ReadonlyMap<number, number>>
    /** Deletes what a step added to that table. */
    restore?(trx: Trx, records: readonly { id: number; reason: number }[]): Promise<void>
    /** Why steps of these records cannot be undone any more, in words. */
    refusal?(trx: Trx, records: readonly Undone[]): Promise<string | undefined>
    /** What else follows when steps of these records were undone. */
    after?(trx: Trx, records: readonly Undone[]): Promise<void>
  }
  audit: {
    /** SQL: the name of the row `r`. */
    name: RawBuilder<string>
    specs: readonly FieldSpec[]
    rows?: Readonly<Record<string, readonly FieldSpec[]>>
    groups?: Readonly<Record<string, string>>
    /** SQL: values that other tables hold, as a JSON object by the names of `specs`. */
    more?: RawBuilder<unknown>
  }
}

/** A kind whose flow leads to known states only. @throws Error otherwise */
export function defineKind<
  const Code extends ReviewedKind,
  Live extends LiveRecord = LiveRecord,
  Item extends StepItem = StepItem,
>(kind: RecordKind<Code, Live, Item>): RecordKind<Code, Live, Item> {
  for (const flow of kind.flows ?? [kind.flow]) assertTable(flow)
  return kind
}
