import type { FlowAction, ReviewRecord, XinchuClient } from '@xinchu/sdk'
import type { Rig } from '../rig.ts'

type Task = ReviewRecord['task']

/** A step as every kind of record takes it. */
export interface StepRequest {
  id: number
  version: number
  action: FlowAction
  target?: 'province' | 'country'
  opinion?: string
  dueDate?: string
  remarks?: { field: string; text: string }[]
  closeRemarks?: boolean
}

/** What a step was answered with: undone with the id, or refused with codes. */
export interface Answer {
  undoId?: string | undefined
  refused?: string[]
}

/** Who takes part without an account. */
export interface Outsider {
  name: string
  /** What it reads of the record. */
  sees(): Promise<unknown>
  /** Its actions, tried in each state. Each has words. */
  actions: readonly FlowAction[]
  take(request: StepRequest): Promise<Answer>
}

/** A record that is taken through all its states. */
export interface Subject {
  /** Name of its file. */
  name: string
  entity: Task['entity']
  table: string
  /** Columns of its state. Their values name the state. */
  state: readonly string[]
  /** Other columns that a step may change. */
  more?: readonly string[]
  /** A field that returns ask about. */
  field: string
  /** Stores it as a draft. Returns its id. */
  make(rig: Rig): Promise<number>
  /** Actions that are in no goal. */
  further?: readonly FlowAction[]
  /** Actions that the record's own form offers the account. */
  offers(client: XinchuClient, id: number): Promise<unknown>
  take(client: XinchuClient, request: StepRequest): Promise<Answer>
  /** States that no step of the record reaches by itself: the columns that make them. */
  forced?: readonly Readonly<Record<string, unknown>>[]
  /** States that are not visited, because what happens in them happens in others too. */
  skips?(state: string): boolean
  /** Who takes part in the record made last without an account. */
  outsider?(rig: Rig): Outsider
  /** The other record that steps change, as it stands, with the last row of its history. */
  beside?(rig: Rig): Promise<unknown>
  /** Does what a state needs before its steps. */
  prepare?(rig: Rig, id: number, state: string): Promise<void>
}
