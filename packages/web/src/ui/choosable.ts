import type { Choice } from './ports.ts'

/** The choices to offer where these are chosen: one that is out of use is kept only where a record still holds it. */
export const choosable = (choices: readonly Choice[], chosen: readonly string[]): readonly Choice[] =>
  choices.filter(({ enabled = true, value }) => enabled || chosen.includes(value))
