import { periodText, type Years } from '@xinchu/validators'
import { thisYear } from '../../lib/beijing.ts'
import { usePeriods } from './use-periods.ts'
import { usePeriodsThen } from './use-periods-then.ts'
import type { ScaleFilter } from './use-scale.ts'

/** Which months the years of a page's figures have, and the batch of each, as of the page's batch or moment. */
export function useYears({ source: side = 'work', year, quarter = 4, asOf }: ScaleFilter): Years {
  const asked = year === undefined ? undefined : periodText({ year, quarter })
  const { period, periods } = usePeriodsThen(usePeriods(asked), asOf)
  return { side, periods, period: asked === undefined ? undefined : period, thisYear: thisYear() }
}
