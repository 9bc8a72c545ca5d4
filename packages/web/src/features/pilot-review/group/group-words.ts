import type { ExpertGroup } from '@xinchu/sdk'
import { usePorts } from '../../../ui/ports.ts'

/** Names of dictionary values. */
export function useNames(dict: string): (values: readonly string[] | undefined) => string {
  const entries = usePorts().useDict(dict)
  return (values = []) =>
    values.map((value) => entries.find((entry) => entry.value === value)?.label ?? value).join('、')
}

/** Number of experts by specialty, the most frequent first. */
export function specialtiesOf({
  experts,
}: Pick<ExpertGroup, 'experts'>): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { specialty = [] } of experts) {
    const [main] = specialty
    if (main) counts.set(main, (counts.get(main) ?? 0) + 1)
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}

/** A hint on the number of experts; an even number may end in a tie. */
export function evenHint(count: number): string | undefined {
  if (count % 2 === 1 || count === 0) return undefined
  return count < 3 ? '不足 3 人' : `偶数，建议 ${count - 1} 人或 ${count + 1} 人`
}
