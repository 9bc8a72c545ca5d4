import { messages } from '../messages.ts'
import { type Rule, textRule } from '../rule.ts'

/** Division code of GB/T 2260: six digits. Whether it exists is a matter of the division table. Empty passes. */
export const regionCode: Rule = textRule(messages.region, (text) => /^[0-9]{6}$/.test(text), {
  optional: true,
})

/** What must be known of a division to place it. */
export interface Division {
  readonly parentCode?: string | undefined
}

/**
 * Says whether province, city and county belong to each other. A level that does not exist in a province
 * (cities of the municipalities, counties of Dongguan) is left out by the caller.
 */
export function regionConsistent(
  { province, city, county }: { province: string; city?: string | undefined; county?: string | undefined },
  find: (code: string) => Division | undefined,
): string | null {
  let parent = province
  if (!find(province)) return messages.region
  for (const code of [city, county]) {
    if (!code) continue
    if (find(code)?.parentCode !== parent) return messages.region
    parent = code
  }
  return null
}
