import { isXinchuError } from '@xinchu/sdk'

const SLOT = 'Unsaved-Slot'

/** Id of the record that the input of a refused creation has made before; undefined for any other error. */
export function madeIdOf(error: unknown): number | undefined {
  const made = isXinchuError(error) ? error.errors.find(({ field }) => field === SLOT)?.value : undefined
  return made ? Number(made) : undefined
}
