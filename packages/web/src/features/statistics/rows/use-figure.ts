import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type {
  ProjectsListQuery,
  ScaleLayoutRow,
  StatisticsGetPipelineQuery,
  StatisticsGetScaleLayoutQuery,
} from '@xinchu/sdk'
import { stageNames } from '@xinchu/validators'
import { queryKeys } from '../../../app/query-keys.ts'
import { sdkOf } from '../../../app/sdk.ts'
import type { OfPlace } from '../page-filter.ts'
import { statisticsQueries } from '../queries.ts'
import { pipelineQuery, usageQueries } from '../usage/queries.ts'
import type { ScaleFilter } from '../use-scale.ts'
import type { Period, UsageFilter } from '../use-usage.ts'
import {
  type Counted,
  isCounted,
  joinedScale,
  joinedUse,
  type Published,
  publishedScale,
  publishedUse,
  stageIn,
  valueOfUse,
} from './counted.ts'
import { isOfSpread, spreadFigure } from './spread-figure.ts'

/** Rows of a page of the drawer. */
export const SIZE = 100

export const rowsOptions = (query: ProjectsListQuery) =>
  queryOptions({
    queryKey: [...queryKeys.statistics, 'rows', query],
    queryFn: ({ client, signal }) =>
      sdkOf(client).projects.list({ ...query, withSums: true, size: SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Conditions of the figure's page. */
export type Conditions =
  | { kind: 'scale'; filter: ScaleFilter }
  | { kind: 'use'; filter: UsageFilter; period: Period }
  | { kind: 'stage'; filter: OfPlace<StatisticsGetPipelineQuery> }

type GroupBy = NonNullable<StatisticsGetScaleLayoutQuery['groupBy']>

/** A figure as its statistic publishes it. */
export interface Figure {
  published: Published | undefined
  /** Name of its group. */
  label: string | undefined
  value: number | undefined
  /** Scale of all groups of the figure's statistic. */
  groups: readonly ScaleLayoutRow[]
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** Reads the number of projects of a stage. */
function useStageFigure(conditions: Conditions, counted: Counted): Figure {
  const isStage = conditions.kind === 'stage'
  const asked = useQuery({ ...pipelineQuery(isStage ? conditions.filter : {}), enabled: isStage })
  const found = asked.data && stageIn(counted, asked.data)
  return {
    isLoading: asked.isPending || asked.isPlaceholderData,
    error: asked.data ? null : asked.error,
    retry: () => void asked.refetch(),
    published: found && {
      count: found.projectCount,
      power: found.ratedPower,
      energy: found.ratedEnergy,
    },
    label: found && stageNames[found.stage],
    value: found?.projectCount,
    groups: [],
  }
}

/** Reads a figure from its own statistic, by the same call as its page. */
export function useFigure(conditions: Conditions, counted: Counted): Figure {
  const ofStage = useStageFigure(conditions, counted)
  const ofOthers = useOtherFigure(conditions, counted)
  return conditions.kind === 'stage' ? ofStage : ofOthers
}

/** The same of scale and use. */
function useOtherFigure(conditions: Conditions, counted: Counted): Figure {
  const groupBy = counted.dimensions as GroupBy // of the address; the server refuses others
  const isScale = conditions.kind === 'scale'
  const scale = useQuery({
    ...statisticsQueries.scale({ ...conditions.filter, groupBy }),
    enabled: isScale,
  })
  const isUse = conditions.kind === 'use'
  const period = isUse ? conditions.period : {}
  const isSpread = isUse && isOfSpread(counted)
  const use = useQuery({
    ...usageQueries.usage({ ...conditions.filter, ...period, groupBy }),
    enabled: isUse && !isSpread,
  })
  const spread = useQuery({
    ...usageQueries.spread({ ...conditions.filter, ...period }),
    enabled: isSpread,
  })
  const asked = isScale ? scale : isSpread ? spread : use
  const base = {
    isLoading: asked.isPending || asked.isPlaceholderData,
    error: asked.data ? null : asked.error,
    retry: () => void asked.refetch(),
  }
  if (isScale) {
    const row = joinedScale(scale.data?.filter((each) => isCounted(counted, each)) ?? [])
    const value = row?.[counted.name as keyof ScaleLayoutRow] // one of the figures of scale
    return {
      ...base,
      published: row && publishedScale(counted, row),
      label: row?.label,
      value: typeof value === 'number' ? value : undefined,
      groups: scale.data ?? [],
    }
  }
  if (isSpread) {
    const found = spread.data && spreadFigure(counted, spread.data)
    return {
      ...base,
      published: found && { count: found.count },
      label: found?.label,
      value: found?.value,
      groups: [],
    }
  }
  const row = joinedUse(use.data?.filter((each) => isCounted(counted, each)) ?? [])
  const published = row && publishedUse(counted, row)
  return { ...base, published, label: row?.label, value: row && valueOfUse(counted, row), groups: [] }
}
