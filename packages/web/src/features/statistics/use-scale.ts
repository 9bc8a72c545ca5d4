import { useQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import type { StatisticsGetScaleLayoutQuery } from '@xinchu/sdk'
import { askedPeriod, asOfIn, type PlaceCodes, scaleSides } from '@xinchu/validators'
import { sessionQueries } from '../../app/session-queries.ts'
import { UNITS, type Unit } from '../../lib/units.ts'
import { type Kinds, kindsIn } from './page-filter.ts'
import { type AreaLevel, useArea } from './use-area.ts'
import { usePeriods } from './use-periods.ts'

export type ScaleFilter = PlaceCodes &
  Kinds &
  Pick<StatisticsGetScaleLayoutQuery, 'regionGroup' | 'year' | 'quarter' | 'source' | 'asOf'>

/** Filters of a scale page from the URL. */
export function useScale(level: AreaLevel) {
  const area = useArea(level)
  const { data: info } = useQuery(sessionQueries.info)
  const { search, codes } = area
  const periods = usePeriods(askedPeriod(search))
  const isOfficial = info !== undefined && may(info.user, 'statistics.official')
  const { source, period } = scaleSides(search, periods.period, isOfficial)
  const asOf = asOfIn(search)
  const filter: ScaleFilter = {
    ...codes,
    ...area.group,
    ...(period ? { year: period.year, quarter: period.quarter } : {}),
    ...kindsIn(search),
    source,
    ...(asOf === undefined ? {} : { asOf }),
  }
  const unit: Unit = search['unit'] === 'wan' ? UNITS.wan : UNITS.mw
  return { area, filter, unit, period, periods }
}

export type ScaleState = ReturnType<typeof useScale>
