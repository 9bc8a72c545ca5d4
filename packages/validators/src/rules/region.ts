import { type Fault, type Rule, textRule } from '../rule.ts'

/** Division code of GB/T 2260: six digits. Existence is checked against the division table elsewhere. Empty passes. */
export const regionCode: Rule = textRule('F-014', (text) => /^[0-9]{6}$/.test(text), {
  optional: true,
})

/** The parts of a division needed to place it. */
export interface Division {
  readonly parentCode?: string | undefined
}

/**
 * Whether province, city and county belong together. The caller omits levels that a province does not have
 * (cities of the municipalities, counties of Dongguan).
 */
export function regionConsistent(
  { province, city, county }: { province: string; city?: string | undefined; county?: string | undefined },
  find: (code: string) => Division | undefined,
): Fault | null {
  let parent = province
  if (!find(province)) return { code: 'F-014' }
  for (const code of [city, county]) {
    if (!code) continue
    if (find(code)?.parentCode !== parent) return { code: 'F-014' }
    parent = code
  }
  return null
}
