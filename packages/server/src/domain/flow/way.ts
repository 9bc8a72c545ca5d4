import type { Level } from './offices.ts'
import type { FlowTable, Party } from './table.ts'

export type Stage = Level | 'author' | 'end'

/** The stages of a record and the one that it waits at. */
export interface Way {
  stages: readonly Stage[]
  /** Undefined when it waits at none: between two stages, or at the end. */
  current: Stage | undefined
  /** Stages before this one are done; all are when undefined. */
  reached: number
  authorName: string
  endName: string
  /** Names of the levels, where they are not those of the territory. */
  names?: Readonly<Partial<Record<Level, string>>>
  /** Kinds of departments that finish a level, where it is not the level's own. */
  depts?: Readonly<Partial<Record<Level, readonly number[]>>>
}

/** The stages of a kind of record as its stepper names them. */
export interface Stages extends Pick<Way, 'authorName' | 'endName' | 'names' | 'depts'> {
  /** The level that reviews first; absent where the nation alone reviews. */
  reviewer?: Level
}

/** The way of a record in a state of its flow. */
export function wayOf<State extends string>(
  { states }: FlowTable<State>,
  state: State,
  { reviewer, ...shown }: Stages,
): Way {
  // Object.values loses the type of the values.
  const isForNation = (Object.values(states) as { waits?: Party }[]).some(({ waits }) => waits === 'nation')
  const stages: Stage[] = [
    'author',
    ...(reviewer ? [reviewer] : []),
    ...(isForNation ? (['nation'] as const) : []),
    'end',
  ]
  const { waits } = states[state]
  const current = waits === 'reviewer' ? reviewer : waits
  return { ...shown, stages, current, reached: current ? stages.indexOf(current) : stages.length }
}
