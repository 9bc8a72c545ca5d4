import { dictionaries } from '@xinchu/contract/dictionaries'

/** Label of a dictionary's value by the contract; the value itself if it has none. */
export function labelIn(name: keyof typeof dictionaries, value: string): string {
  const entries: readonly { value: string; label: string }[] = dictionaries[name].values
  return entries.find((entry) => entry.value === value)?.label ?? value
}

export const isDictionary = (name: string): name is keyof typeof dictionaries => name in dictionaries

/** Labels of a dictionary's values by the contract. */
export const labelsIn = (name: keyof typeof dictionaries): Readonly<Record<string, string>> =>
  Object.fromEntries(dictionaries[name].values.map(({ value, label }) => [value, label]))
