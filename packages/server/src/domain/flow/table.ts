import type { components } from '@xinchu/contract/schema'
import type { OfficeNames } from './offices.ts'

export type FlowAction = components['schemas']['FlowAction']

/** Role of an office towards a record: who reports it, who reviews it first, and the nation. */
export type Party = 'author' | 'reviewer' | 'nation'

/** Words about where a step leads. */
export interface Words {
  text: string
  note?: string
  office?: string
}

/** One way that an action may go. */
export interface FlowStep<State extends string = string, By extends string = Party> {
  by: readonly By[]
  from: readonly State[]
  /** The state afterwards; the same one if absent. */
  to?: State
  /** Refused without a reason in words. */
  opinion?: true
  /** Only until the office that has the record has signed it in. */
  unread?: true
  /** A decision of an office that reviews. */
  decides?: true
  /** Writes the content. The other steps leave it unchanged. */
  writes?: true
  /** Can be undone for some seconds. */
  undo?: true
  /** An office hands up what it has from the nation, and so answers the nation's remarks. */
  answers?: true
  /** Returns the record, with remarks, to who reports it or to the office that reviews it first. */
  returns?: 'author' | 'reviewer'
  /** With it, the author gets what the nation asked the office between them. */
  sendsDown?: true
  /** Where it leads, for who may take it; absent for a step that leads nowhere. */
  says?(offices: OfficeNames): Words
}

/** The flow of a kind of record as data: its states, and who may take which action in which of them. */
export interface FlowTable<State extends string = string, By extends string = Party> {
  /** All states, each with the party that has to act. In one that answers, the reviewer has what the nation returned. A state without a party is final. */
  states: Readonly<Record<State, { waits?: By; answers?: true }>>
  /** The actions in the order in which they are offered. */
  steps: Readonly<Partial<Record<FlowAction, readonly FlowStep<State, By>[]>>>
}

/** The step that an action takes; undefined if state or role does not allow it. */
export const stepOf = <State extends string, By extends string>(
  { steps }: FlowTable<State, By>,
  state: State,
  action: FlowAction,
  parties: ReadonlySet<By>,
): FlowStep<State, By> | undefined =>
  steps[action]?.find(({ by, from }) => by.some((party) => parties.has(party)) && from.includes(state))

/** The actions that parties may take now, each with its step. */
export const offersOf = <State extends string, By extends string>(
  table: FlowTable<State, By>,
  state: State,
  parties: ReadonlySet<By>,
): { action: FlowAction; step: FlowStep<State, By> }[] =>
  // Object.keys loses the names of the keys.
  (Object.keys(table.steps) as FlowAction[]).flatMap((action) => {
    const step = stepOf(table, state, action, parties)
    return step ? [{ action, step }] : []
  })

/** The states in which a record waits for a party. */
export const statesWaitingFor = <State extends string, By extends string>(
  { states }: FlowTable<State, By>,
  party: By,
): State[] =>
  // Object.keys loses the names of the keys.
  (Object.keys(states) as State[]).filter((state) => states[state].waits === party)

/** Whether a record is with its author, who may submit it. */
export const isOpen = <State extends string>(table: FlowTable<State, string>, state: State): boolean =>
  stepOf(table, state, 'SUBMIT', new Set(['author'])) !== undefined

/** Whether the office that reviews first holds what the nation returned. */
export const isWithReviewer = <State extends string>(
  { states }: FlowTable<State, string>,
  state: State,
): boolean => states[state].answers ?? false

/** Whether parties may decide about a record now. */
export const mayDecide = <State extends string, By extends string>(
  table: FlowTable<State, By>,
  state: State,
  parties: ReadonlySet<By>,
): boolean => offersOf(table, state, parties).some(({ step }) => step.decides)

/** @throws Error for a step from or to a state that the table does not have */
export function assertTable({ states, steps }: FlowTable<string, string>): void {
  for (const step of Object.values(steps).flat())
    for (const state of [...step.from, ...(step.to === undefined ? [] : [step.to])])
      if (!Object.hasOwn(states, state)) throw new Error(`the flow has no state ${state}`)
}
