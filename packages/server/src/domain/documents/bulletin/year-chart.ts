import { nationalGoal } from '@xinchu/validators'
import type { NamedScaleRow } from '../../statistics/scale.ts'
import type { BulletinFigures } from './figures.ts'
import type { Chart } from './model.ts'
import { endOf, tens, wan } from './words.ts'
import type { Writing } from './writing.ts'

const MOST_YEARS = 6

/** True if there is more than one year to compare. */
export const hasYears = ({ now }: BulletinFigures): boolean => now.years.length > 1

/** What stood at the end of each year, and what it added. */
export function yearChart({ place, figures, sources, from }: Writing): Chart {
  const { now } = figures
  const { years } = now
  const isFirst = (row: NamedScaleRow) => row === years[0]
  return {
    kind: 'chart',
    caption: '年末累计功率与当年新增（万千瓦）',
    sources: [sources.numberOf(from.years)],
    bars: years.slice(-MOST_YEARS).map((row) => ({
      name:
        row.year === now.period.year && now.period.quarter < 4
          ? `${endOf(now.period).slice(2)}`
          : `${row.year}年`,
      // The first year has no year before it.
      stock: tens(isFirst(row) ? row.ratedPower : row.ratedPower - row.addPower),
      added: isFirst(row) ? 0 : tens(row.addPower),
      label: wan(row.ratedPower),
    })),
    ...(place.isNation
      ? { goal: { caption: `${nationalGoal.year}年目标`, value: tens(nationalGoal.power) } }
      : {}),
  }
}
