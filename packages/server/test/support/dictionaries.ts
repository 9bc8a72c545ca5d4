import { dictionaries } from '@xinchu/contract/dictionaries'
import { Dictionaries, type DictionaryEntry } from '../../src/domain/dict/lookup.ts'

/** The entries of the dictionaries as the contract delivers them. */
export const deliveredEntries: readonly DictionaryEntry[] = Object.entries(dictionaries).flatMap(
  ([dict, { values }]) => values.map(({ value, label }) => ({ dict, value, label, enabled: true })),
)

export const delivered = new Dictionaries(deliveredEntries)
