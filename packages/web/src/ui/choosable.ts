import type { Choice } from './ports.ts'

/** Selectable choices. A retired one is offered only if it is currently selected. */
export const choosable = (choices: readonly Choice[], chosen: readonly string[]): readonly Choice[] =>
  choices.filter(({ enabled = true, value }) => enabled || chosen.includes(value))
