import type { Readable } from 'node:stream'
import {
  type FigureState,
  figureState,
  fileLine,
  isRunningYear,
  periodAsOf,
  restatementText,
  type SourcePart,
  type SourcePeriod,
  STATE_CAPTIONS,
  totalWords,
  type Years,
  yearMonths,
  yearState,
} from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { dateTime, day } from '../../runtime/time.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { isSampleDatabase, SAMPLE_MARK } from '../platform/sample.ts'
import { type Dimension, groupingOf, loadNames } from './dimensions.ts'
import type { StatFilter } from './filter.ts'
import { statPeriods } from './periods.ts'
import { publications } from './publications.ts'
import { restatements } from './restatement.ts'
import { type NamedScaleRow, type ScaleRequest, scaleLayout } from './scale.ts'
import { type AskedSource, isOfToday, scaleSourceOf, sourcePeriod, sourceText } from './source-line.ts'

/** Names of the figures in files. */
const columnNames = {
  projectCount: ['项目数'],
  ratedPower: ['额定功率', 'MW'],
  ratedEnergy: ['额定能量', 'MWh'],
  avgDuration: ['平均时长', 'h'],
  powerShare: ['功率占比', '%'],
  energyShare: ['能量占比', '%'],
  addPower: ['当年新增功率', 'MW'],
  addEnergy: ['当年新增能量', 'MWh'],
  yoyPower: ['功率同比', '%'],
  investment: ['总投资', '万元'],
} as const satisfies Partial<Record<keyof NamedScaleRow, readonly [caption: string, unit?: string]>>

const names = Object.keys(columnNames) as (keyof typeof columnNames)[] // the keys just named

/** The same without their units. */
export const scaleCaptions: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [name, columnNames[name][0]]),
)

const figures = names.map((name) => {
  const [caption, unit]: readonly [string, string?] = columnNames[name]
  return [unit ? `${caption}（${unit}）` : caption, (row: NamedScaleRow) => row[name]] as const
})

const XINJIANG = '650000'

/** Names of a row's groups. Published figures of Xinjiang include the Corps, which has a row of its own here. */
const namesOf = ({ dimensions }: ScaleRequest, { keys, labels }: NamedScaleRow) =>
  labels.map((label, at) =>
    dimensions[at] === 'region' && keys[at] === XINJIANG ? `${label}（不含兵团）` : label,
  )

type NamedFilter = Dimension & keyof StatFilter

/** Filters that the groups of a dimension have the names of. */
const FILTERS = [
  ...(['regionGroup', 'techType', 'techSubType', 'appScenario', 'appSubScenario', 'ownerType'] as const),
  ...(['gridVoltage', 'scaleBand', 'durationBand', 'buildStatus'] as const),
] satisfies readonly NamedFilter[]

/** Names of the owners that a filter has. */
async function ownerNames(db: Db, ids: readonly number[] = []): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ label: string }>`
    select label from owner_dict where id = any(${[...ids]}::bigint[]) order by id`.execute(db)
  return rows.map(({ label }) => label)
}

/** The conditions of a request in words. */
async function conditionText(db: Db, request: ScaleRequest): Promise<string> {
  const nameOf = await loadNames(db, ['region', ...FILTERS], request)
  const places = request.countyCode ?? request.cityCode ?? request.provinceCode ?? []
  const named = (dimension: Dimension, values: readonly string[] = []) =>
    [groupingOf(dimension, request).caption, values.map((value) => nameOf(dimension, value))] as const
  const filters = [
    named('region', places),
    ...FILTERS.map((name) => named(name, request[name])),
    ['投资主体', await ownerNames(db, request.ownerGroupId)] as const,
  ]
  const parts = filters.flatMap(([caption, names]) =>
    names.length > 0 ? [`${caption}：${names.join('、')}`] : [],
  )
  const period = `${request.year}年${request.quarter ? `第${request.quarter}季度` : ''}末`
  return [`统计时点：${period}`, ...(parts.length > 0 ? parts : ['范围：账号数据范围内全部'])].join('；')
}

const NOTES = [
  '说明：占比按各自数值计算，因四舍五入，合计可能不等于100%。',
  '新疆维吾尔自治区不含新疆生产建设兵团，兵团单列。',
]

/** The sum of all rows; none by year, because each year's figures hold those before it. */
async function totalOf(db: Db, request: ScaleRequest, user: Caller, thisYear: number): Promise<unknown[][]> {
  if (request.dimensions.includes('year')) return []
  const [total] = await scaleLayout(db, { ...request, dimensions: [] }, user, thisYear)
  const captions = request.dimensions.map((_, at) => (at === 0 ? '合计' : undefined))
  return total ? [[...captions, ...figures.map(([, of]) => of(total))]] : []
}

const numberOf = (batch: string) => Number(batch.split('-')[1])

/** Restatements of the published figures of a period, up to its batch. */
async function revisions(db: Db, period: SourcePeriod | undefined, user: Caller): Promise<string[]> {
  if (period?.status !== 'REVISED') return []
  const { batch = '' } = period
  const past = (await restatements(db, period, user)).filter(
    (each) => numberOf(each.batch) <= numberOf(batch),
  )
  return past.map(restatementText)
}

function lineOf({ year, quarter }: ScaleRequest, source: readonly SourcePart[], rows: number, now: Date) {
  const textOf = (name: SourcePart['name']) => source.find((part) => part.name === name)?.text
  return fileLine({
    ...{ period: quarter ? `${year}年第${quarter}季度` : `${year}年`, status: textOf('status') },
    ...{ total: totalWords(rows, '行'), source: textOf('basis') ?? '', moment: dateTime(now) },
  })
}

const LAST_QUARTER = 4

interface Exported {
  request: ScaleRequest & Pick<AskedSource, 'asOf'>
  rows: readonly NamedScaleRow[]
  /** Undefined for the working records of today. */
  period: SourcePeriod | undefined
  now: Date
}

/** What says which months the years of the figures have. Year-ends that are not listed have batches all the same. */
async function yearsOf(
  db: Db,
  { request: { side = 'work', asOf }, rows, period, now }: Exported,
): Promise<Years> {
  const ends = [...new Set(rows.map(({ year }) => year))]
    .filter((year) => year !== period?.year)
    .map((year) => ({ year, quarter: LAST_QUARTER }))
  const listed = ends.length > 0 && side === 'warehouse' ? await statPeriods(db, now, ends) : []
  const batches = asOf === undefined ? [] : await publications(db, {})
  const periods = asOf === undefined ? listed : listed.map((each) => periodAsOf(each, asOf, batches))
  return { side, period, periods, thisYear: Number(day(now).slice(0, 4)) }
}

const stateCells = (state: FigureState | undefined) => [state?.status, state?.batch]

/** The rows with the state of their figures. A year that has not ended is named by its months and has no growth. */
async function statedRows(db: Db, exported: Exported): Promise<unknown[][]> {
  const { request, rows, period } = exported
  const yearAt = request.dimensions.indexOf('year')
  const figuresOf = (row: NamedScaleRow) => figures.map(([, of]) => of(row))
  if (yearAt < 0) {
    const state = stateCells(figureState(request.side ?? 'work', period))
    return rows.map((row) => [...namesOf(request, row), ...figuresOf(row), ...state])
  }
  const years = await yearsOf(db, exported)
  return rows.map((row) => {
    const { yoyPower: _growth, ...whole } = row
    const year = { year: row.year, label: `${row.year}年` }
    const names = namesOf(request, row).with(yearAt, yearMonths(year, years))
    const shown = isRunningYear(year, years) ? whole : row
    return [...names, ...figuresOf(shown), ...stateCells(yearState(year, years))]
  })
}

function columnsOf(request: ScaleRequest): SheetColumn[] {
  return [
    ...request.dimensions.map((each) => ({
      header: groupingOf(each, request).caption,
      kind: 'text' as const,
      width: 22,
    })),
    ...figures.map(([header]) => ({ header, kind: 'number' as const, width: 18 })),
    ...Object.values(STATE_CAPTIONS).map((header) => ({ header, kind: 'text' as const, width: 14 })),
  ]
}

/**
 * Exports scale by dimensions as a workbook: title, conditions and origin, then one column per dimension, the figures in
 * full precision and their state, the total, and notes.
 */
export async function exportScale(
  db: Db,
  { asOf, ...request }: ScaleRequest & Pick<AskedSource, 'asOf'>,
  user: Caller,
  now: Date,
): Promise<Readable> {
  const thisYear = Number(day(now).slice(0, 4))
  const rows = await scaleLayout(db, request, user, thisYear)
  const found = await sourcePeriod(db, { ...request, asOf }, now)
  const period = isOfToday(request, now) ? undefined : found
  const source = scaleSourceOf({ ...request, asOf }, found, now)
  const notes = [
    ...NOTES,
    ...(request.side === 'warehouse' ? await revisions(db, period, user) : []),
    ...((await isSampleDatabase(db)) ? [`${SAMPLE_MARK}。`] : []),
  ]
  const total = await totalOf(db, request, user, thisYear)
  const state = stateCells(figureState(request.side ?? 'work', period))
  return workbookStream({
    name: '规模布局统计',
    lead: [
      lineOf(request, source, rows.length, now),
      '新型储能规模布局统计',
      await conditionText(db, request),
      sourceText(source),
    ],
    columns: columnsOf(request),
    rows: [
      ...(await statedRows(db, { request: { ...request, asOf }, rows, period, now })),
      ...total.map((row) => [...row, ...state]),
      ...notes.map((note) => [note]),
    ],
  })
}
