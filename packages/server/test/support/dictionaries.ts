import { dictionaries } from '@xinchu/sdk/fields'
import { Dictionaries } from '../../src/domain/dict/lookup.ts'

/** The dictionaries as the contract delivers them. */
export const delivered = new Dictionaries(
  Object.entries(dictionaries).flatMap(([dict, { values }]) =>
    values.map(({ value, label }) => ({ dict, value, label, enabled: true })),
  ),
)
