import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { LiveRecord } from './record.ts'
import type { FlowAction, FlowStep } from './table.ts'

type Schemas = components['schemas']

/** What a request says of all its records. */
export interface StepRequest {
  action: FlowAction
  opinion?: string | undefined
  dueDate?: string | undefined
  closeRemarks?: boolean | undefined
}

/** What a request says of one record. A new one has no id. Kinds add what their authors write. */
export interface StepItem {
  id?: number | undefined
  version?: number | undefined
  answer?: string
  remarks?: Schemas['RemarkDraft'][]
}

/** Who takes steps, and when. */
export interface StepContext {
  user: Caller
  now: Date
  /** Seconds for undoing; 0 offers none. */
  undoSeconds: number
  /** Takes further steps of the same decision. Returns the offers to undo them, which undoing the own step takes. */
  further?(trx: Trx): Promise<readonly string[]>
}

/** A step that the flow allows. */
export interface Step<Live extends LiveRecord = LiveRecord, Item extends StepItem = StepItem> {
  request: StepRequest
  item: Item
  /** The record before the step; a new one is a draft with id 0. */
  record: Live
  isNew: boolean
  /** Its line of the flow's table. */
  line: FlowStep<string, string>
  /** The state afterwards. */
  to: string
}

/** A step that was stored, with the id of its record. */
export type Taken<Live extends LiveRecord = LiveRecord, Item extends StepItem = StepItem> = Step<
  Live,
  Item
> & {
  id: number
}

/** The result of steps. */
export interface StepOutcome {
  /** In the order of the items. */
  ids: number[]
  undo: Schemas['UndoOffer'] | undefined
}
