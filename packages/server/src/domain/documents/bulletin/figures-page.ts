import type { Quarter } from '@xinchu/validators'
import type { BulletinPlace } from '../../statistics/figure-place.ts'

/** Path of the portal's page with official figures of a bulletin's place in a period, with further parts of its address. */
export function figuresPage(
  { pages, codes }: BulletinPlace,
  page: keyof BulletinPlace['pages'],
  { year, quarter }: Quarter,
  more: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams({ quarter: `${year}Q${quarter}`, source: 'warehouse' })
  for (const [name, value] of Object.entries({ ...codes, ...more })) if (value) query.set(name, value)
  return `${pages[page]}?${query}`
}
