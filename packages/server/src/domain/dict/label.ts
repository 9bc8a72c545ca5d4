import { dictionaries } from '@xinchu/sdk/fields'

/** Label of a dictionary's value by the contract; the value itself if it has none. */
export function labelIn(name: keyof typeof dictionaries, value: string): string {
  const entries: readonly { value: string; label: string }[] = dictionaries[name].values
  return entries.find((entry) => entry.value === value)?.label ?? value
}
