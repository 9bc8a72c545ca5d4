import { type Quarter, quarterAfter } from '@xinchu/validators'
import { randomFrom } from './random.ts'

// Reports began after the stock of the end of 2024.
const FIRST: Quarter = { year: 2025, quarter: 1 }
// A demonstration that starts much later does not grow without end.
const MOST = 7

// Parts of the provinces that reported all and that reported most of their stations in a quarter. The rest reported none.
const ALL = 0.74
const MOST_OF = 0.23

const numberOf = ({ year, quarter }: Quarter) => year * 4 + quarter

/** Quarters before the last that have reports, earliest first. */
export const earlierQuarters = (last: Quarter): Quarter[] =>
  Array.from({ length: MOST }, (_, at) => quarterAfter(last, at - MOST)).filter(
    (period) => numberOf(period) >= numberOf(FIRST),
  )

/** Quarters before the last, with the stations that reported: in most provinces all, in some a part, in few none. */
export function reportedEarlier(
  last: Quarter,
): { period: Quarter; isReported: (provinceCode: string) => boolean }[] {
  const random = randomFrom(20_250_331)
  return earlierQuarters(last).map((period) => {
    const parts = new Map<string, number>()
    return {
      period,
      isReported(provinceCode) {
        const known = parts.get(provinceCode)
        const part = known ?? partOf(random)
        if (known === undefined) parts.set(provinceCode, part)
        return random() < part
      },
    }
  })
}

function partOf(random: () => number): number {
  const draw = random()
  if (draw < ALL) return 1
  return draw < ALL + MOST_OF ? 0.75 + random() * 0.23 : 0
}
