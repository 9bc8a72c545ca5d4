import { useQuery } from '@tanstack/react-query'
import { changeBases, endName, placeCodesIn } from '@xinchu/validators'
import { regionQuery } from '../../../app/session-queries.ts'
import { thisYear } from '../../../lib/beijing.ts'
import { kindCount } from '../page-filter.ts'
import { statisticsQueries } from '../queries.ts'
import { FigureLink } from '../rows/figure-link.tsx'
import { useShown } from '../shown.ts'
import type { Area } from '../use-area.ts'
import type { ScaleState } from '../use-scale.ts'
import { type PartProps, useBaseRows, useRows } from '../use-scale-rows.ts'
import type { Bases } from './bases.ts'
import { type Piece, scaleFinding, supportLine, textOfPieces } from './finding.ts'
import { type Compared, keyFigures, type Upper } from './key-figures.ts'
import { KeyStrip } from './key-strip.tsx'
import { rankedPlaces } from './ranks.ts'
import { courseOf, longShift, shiftsOf } from './year-shares.ts'

/** Names of divisions as on maps. */
export function useShortNames(): (code: string) => string | undefined {
  const { data: tree } = useQuery(regionQuery)
  return (code) => tree?.find(({ value }) => value === code)?.shortName
}

/** Periods that the page's figures are compared with. */
export const basesIn = ({ filter, period, periods }: ScaleState): Bases =>
  changeBases({
    side: filter.source ?? 'work',
    period,
    periods: periods.periods,
    thisYear: thisYear(),
  })

/** Share and rank of the shown division in the one above, which the user came from. */
function useUpper(
  part: PartProps,
  bases: Bases,
  area: Area,
): { upper: Upper | undefined; isLoading: boolean } {
  const { provinceCode, cityCode, countyCode, regionGroup, ...whole } = part.filter
  const isInside = area.leave !== undefined
  const isRegion = regionGroup !== undefined && provinceCode === undefined
  const [code, parent, above] = countyCode
    ? [countyCode, { provinceCode, cityCode }, area.path.at(-2)?.label]
    : cityCode
      ? [cityCode, { provinceCode }, area.path.at(-2)?.label]
      : isRegion
        ? [regionGroup[0], {}, area.ownName]
        : [provinceCode, {}, area.wholeName]
  const given = { ...placeCodesIn(parent), ...(isRegion || !regionGroup ? {} : { regionGroup }) }
  const upper = { ...part, filter: { ...whole, ...given }, isReady: part.isReady && isInside }
  const by = [isRegion ? 'regionGroup' : 'region'] as const
  const { rows, error } = useRows(upper, [...by])
  const before = useBaseRows(upper, isInside ? bases.year : undefined, [...by])
  if (!isInside) return { upper: undefined, isLoading: false }
  const places = rankedPlaces(rows ?? [], before.rows, () => undefined)
  const own = places.find((each) => each.code === code)
  return {
    isLoading: (!rows && !error) || before.isLoading,
    upper: own && {
      name: above ?? '上级',
      share: own.share,
      rank: own.rank,
      before: own.moved === undefined ? undefined : own.rank + own.moved,
      of: places.length,
    },
  }
}

/**
 * The user's own scope within the wider one, of which he sees nothing else: by official figures of all kinds of projects.
 * Undefined for a part of the scope, for some kinds, and for users without a wider scope.
 */
function useOwnRank({ filter, area, period }: ScaleState): { own?: Upper; isRanking: boolean } {
  const isAll = kindCount(filter) === 0
  const isAsked = period !== undefined && area.leave === undefined && !area.isNation && isAll
  const { data, isLoading } = useQuery({
    ...statisticsQueries.rank({
      ...(period ? { year: period.year, quarter: period.quarter } : {}),
      ...(filter.asOf ? { asOf: filter.asOf } : {}),
    }),
    enabled: isAsked,
  })
  if (!isAsked || data?.powerShare === undefined) return { isRanking: isLoading }
  const { within: name = '上级', powerShare: share, rank, rankBefore: before, count: of } = data
  const isOfficial = filter.source !== 'warehouse'
  return { own: { name, share, rank, before, of, isOfficial }, isRanking: false }
}

function Sentence({ pieces, support }: { pieces: readonly Piece[]; support: string }) {
  const host = useShown<HTMLDivElement>({ kind: 'finding', text: textOfPieces(pieces), support })
  return (
    <div ref={host}>
      <p className="font-medium text-[18px] text-ink leading-[29px]">
        {pieces.map((piece) => {
          if (typeof piece === 'string') return piece
          const { text, opens: [of, ...cells] = [] } = piece
          return (
            <b key={text} className="font-semibold text-brand-ink">
              {of ? (
                <FigureLink of={of} cells={cells}>
                  {text}
                </FigureLink>
              ) : (
                text
              )}
            </b>
          )
        })}
      </p>
      <p className="text-[13px] text-ink-faint leading-5">{support}</p>
    </div>
  )
}

/** The page's finding and key figures. */
export function Lead({ state }: { state: ScaleState }) {
  const { filter, unit, area, period, periods } = state
  const part = { filter, unit, isReady: !periods.isPending }
  const bases = basesIn(state)
  const { rows: totals } = useRows(part, [])
  const { rows: years } = useRows(part, ['year'])
  const { rows: regions } = useRows(part, ['region'])
  const durations = useRows(part, ['year', 'durationBand'])
  const scenarios = useRows(part, ['year', 'statScenarioGroup'])
  const [yearBefore, quarterBefore] = [
    useBaseRows(part, bases.year, []),
    useBaseRows(part, bases.quarter, []),
  ]
  const placesBefore = useBaseRows(part, bases.year, ['region'])
  const { upper: above, isLoading } = useUpper(part, bases, area)
  const { own, isRanking } = useOwnRank(state)
  const upper = above ?? own
  const shortOf = useShortNames()
  const [now] = totals ?? []
  const isWaiting =
    isLoading ||
    isRanking ||
    yearBefore.isLoading ||
    placesBefore.isLoading ||
    [durations, scenarios].some(({ rows, error }) => !rows && !error)
  if (!now || !years || !regions) return null
  const compared = [
    { base: bases.year, row: yearBefore.rows?.[0] },
    { base: bases.quarter, row: quarterBefore.rows?.[0] },
  ].flatMap(({ base, row }): Compared[] =>
    base && row ? [{ caption: base.caption, isYearAgo: base.isYearAgo, row }] : [],
  )
  const isFiltered = kindCount(filter) > 0
  const facts = { now, unit, hasTarget: area.isNation && !isFiltered, upper }
  // A part of a year is not compared with the end of the last one.
  const isWhole = period?.quarter === 4 && bases.year !== undefined
  const pieces = scaleFinding({
    ...facts,
    scope: area.name,
    asOf: period ? endName(period).replace('年底', '年12月底') : '目前',
    isFiltered,
    base: compared.find(({ caption }) => caption === bases.year?.caption),
    shifts: isWhole
      ? [
          ...longShift(courseOf(durations.rows ?? [])),
          ...shiftsOf(courseOf(scenarios.rows ?? []), 'statScenarioGroup'),
        ]
      : [],
    places: [],
  })
  const figures = keyFigures({ ...facts, bases: compared, years })
  const support = supportLine({ places: rankedPlaces(regions, placesBefore.rows, shortOf) })
  return (
    <>
      <div className="min-h-[78px] max-xl:min-h-[107px] max-sm:min-h-[218px]">
        {!isWaiting && <Sentence pieces={pieces} support={support} />}
      </div>
      <KeyStrip figures={isRanking ? figures.slice(0, -1) : figures} />
    </>
  )
}
