import { useQuery } from '@tanstack/react-query'
import type { StatisticsGetPipelineQuery } from '@xinchu/sdk'
import { askedPeriod, asOfIn, pipelineSides } from '@xinchu/validators'
import { UNITS, type Unit } from '../../../lib/units.ts'
import { kindsIn, type OfPlace } from '../page-filter.ts'
import { pipelineQuery } from '../usage/queries.ts'
import { useArea } from '../use-area.ts'
import { useOwnLevel } from '../use-own-level.ts'
import { usePeriods } from '../use-periods.ts'

/** Stages of projects in the shown area, with the choices that the URL keeps. */
export function usePipeline() {
  const area = useArea(useOwnLevel())
  const { search, codes } = area
  const periods = usePeriods(askedPeriod(search))
  const { source, period } = pipelineSides(search, periods.period)
  const asOf = asOfIn(search)
  // The page is of all states.
  const { buildStatus: _state, ...kinds } = kindsIn(search)
  const filter: OfPlace<StatisticsGetPipelineQuery> = {
    ...codes,
    ...area.group,
    ...(period ? { year: period.year, quarter: period.quarter } : {}),
    ...kinds,
    source,
    ...(asOf === undefined ? {} : { asOf }),
  }
  const isReady = !periods.isPending && !area.isOutside && !area.isUnknown
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...pipelineQuery(filter), enabled: isReady })
  const unit: Unit = search['unit'] === 'wan' ? UNITS.wan : UNITS.mw
  return {
    ...{ area, filter, unit, period, periods, data },
    isStale: isPlaceholderData,
    error: periods.error ?? (data ? null : error),
    retry: () => {
      if (periods.error) periods.retry()
      else void refetch()
    },
  }
}

export type PipelineState = ReturnType<typeof usePipeline>
