import type { components } from '@xinchu/contract/schema'
import { reply } from '../reply.ts'
import type { OfficeNames } from './offices.ts'
import { type FlowTable, offersOf } from './table.ts'

type Goal = components['schemas']['ReviewGoal']

/** Describes the result of each action that parties may take on a record now. */
export const goalsOf = <State extends string, By extends string>(
  table: FlowTable<State, By>,
  state: State,
  parties: ReadonlySet<By>,
  offices: OfficeNames,
): Goal[] =>
  offersOf(table, state, parties).flatMap(({ action, step }) =>
    step.says ? [reply<Goal>({ action, needsOpinion: step.opinion ?? false, ...step.says(offices) })] : [],
  )
