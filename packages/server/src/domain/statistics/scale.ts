import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { askedNumber, officialRows } from '../ledger/official.ts'
import { type ScaleFilter, scaleConditions } from './conditions.ts'
import { type Dimension, groupingOf, loadNames, type NameOf } from './dimensions.ts'
import { type Among, projectSums } from './kept-sums.ts'
import { cellsIn, rowsByYear, rowsOfYear, type ScaleCell, type ScaleRow } from './scale-rows.ts'
import { projectsOf } from './source.ts'

export interface ScaleRequest extends ScaleFilter {
  dimensions: readonly Dimension[]
}

/** A row with its groups' names. */
export type NamedScaleRow = ScaleRow & { labels: readonly string[] }

interface SummedRow extends Record<`k${number}`, string | null> {
  /** Of working records, which are kept by province. */
  province_code: string
  year: number | null
  count: number
  power: number
  energy: number
  investment: number
  from_period?: number
  to_period?: number | null
}

async function summed(db: Db, request: ScaleRequest, user: Caller): Promise<ScaleCell[]> {
  const keys = request.dimensions.map((each) =>
    each === 'year' ? sql<string>`''` : groupingOf(each, request).key,
  )
  const isStored = request.side === 'warehouse'
  // Years are of different periods: all rows are read, with the periods that they count in.
  const isByYear = isStored && request.dimensions.includes('year')
  const extra = isStored ? (isByYear ? [sql`p.from_period`, sql`p.to_period`] : []) : [sql`p.province_code`]
  const query = (among: Among) => sql<SummedRow>`
    select ${sql.join([
      ...keys.map((key, at) => sql`${key} as ${sql.ref(`k${at}`)}`),
      sql`extract(year from p.commission_date) as year`,
      ...extra,
    ])}, count(*) as count, coalesce(sum(p.rated_power), 0) as power, coalesce(sum(p.rated_energy), 0) as energy,
      coalesce(sum(p.total_investment), 0) as investment
    from ${isByYear ? officialRows(request.edition) : projectsOf(request)}
    where ${scaleConditions(request, user)} and ${among('p')}
    group by ${sql.join([...keys, 0, ...extra].map((_, at) => sql.lit(at + 1)))}`
  const rows = await projectSums(db, request.side, query)
  return rows.map(({ year, count, power, energy, investment, from_period, to_period, ...row }) => ({
    keys: keys.map((_, at) => row[`k${at}`] ?? ''),
    ...{ year, count, power, energy, investment },
    ...(from_period === undefined ? {} : { fromPeriod: from_period, toPeriod: to_period ?? null }),
  }))
}

/** Sorts by year if it is a dimension, then by key if the first dimension sorts by key, otherwise by size. */
function sorted(rows: readonly NamedScaleRow[], { dimensions, ...filter }: ScaleRequest): NamedScaleRow[] {
  const first = dimensions.find((each) => each !== 'year')
  const at = first ? dimensions.indexOf(first) : -1
  const isOrdered = first !== undefined && groupingOf(first, filter).ordered === true
  const key = (row: ScaleRow) => row.keys[at] ?? ''
  return rows.toSorted(
    (a, b) =>
      (dimensions.includes('year') ? a.year - b.year : 0) ||
      (isOrdered ? key(a).localeCompare(key(b)) : 0) ||
      b.ratedPower - a.ratedPower ||
      a.keys.join().localeCompare(b.keys.join()),
  )
}

function namedRows(
  cells: readonly ScaleCell[],
  request: ScaleRequest,
  nameOf: NameOf,
  year: number,
): NamedScaleRow[] {
  const { dimensions } = request
  const yearAt = dimensions.indexOf('year')
  const period = askedNumber(request)
  const rows =
    yearAt < 0 ? rowsOfYear(cellsIn(cells, period), year) : rowsByYear(cells, { last: year, period }, yearAt)
  const named = rows.map((row) => ({
    ...row,
    labels: dimensions.map((each, at) => nameOf(each, row.keys[at] ?? '')),
  }))
  return sorted(named, request)
}

/** Returns scale by several sets of dimensions at the end of a period, in the same two queries. */
export async function scaleLayouts<Name extends string>(
  db: Db,
  layouts: Readonly<Record<Name, readonly Dimension[]>>,
  filter: ScaleFilter,
  user: Caller,
  thisYear: number,
): Promise<Record<Name, NamedScaleRow[]>> {
  const names = Object.keys(layouts) as Name[] // the record has no others
  const all = [...new Set(names.flatMap((name) => layouts[name]))]
  const [cells, nameOf] = await Promise.all([
    summed(db, { ...filter, dimensions: all }, user),
    loadNames(db, all, filter),
  ])
  const rowsBy = (dimensions: readonly Dimension[]) => {
    const places = dimensions.map((each) => all.indexOf(each))
    const own = cells.map((cell) => ({ ...cell, keys: places.map((at) => cell.keys[at] ?? '') }))
    return namedRows(own, { ...filter, dimensions }, nameOf, filter.year ?? thisYear)
  }
  const rows = names.map((name) => [name, rowsBy(layouts[name])] as const)
  return Object.fromEntries(rows) as Record<Name, NamedScaleRow[]> // of the same names
}

/** Returns scale by dimensions at the end of a period, in two queries. */
export async function scaleLayout(
  db: Db,
  { dimensions, ...filter }: ScaleRequest,
  user: Caller,
  thisYear: number,
): Promise<NamedScaleRow[]> {
  const { rows } = await scaleLayouts(db, { rows: dimensions }, filter, user, thisYear)
  return rows
}

/** Converts a row to the contract's shape, joining keys and names of several dimensions. */
export function scaleRow({
  keys,
  labels,
  ...figures
}: NamedScaleRow): components['schemas']['ScaleLayoutRow'] {
  return keys.length > 0 ? { key: keys.join(','), label: labels.join(' / '), ...figures } : figures
}
