import { ReportStatus } from '@xinchu/contract/codes'
import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { StatisticsGetScaleLayoutQuery, XinchuClient } from '@xinchu/sdk'
import { quarterAfter } from '@xinchu/validators'
import { period } from './statistics-fill.ts'

/** A call of the statistics screens. */
export type Case = readonly [what: string, call: (client: XinchuClient) => Promise<unknown>]
type Dimensions = NonNullable<StatisticsGetScaleLayoutQuery['groupBy']>

const quarter = { year: period.year, quarter: period.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
const last = quarterAfter(period, -4)
const lastYear = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // likewise
const year = { year: period.year - 1 }

const { StatDimension } = document.components.schemas
const SCALE = StatDimension.enum as Dimensions // its own values

const scaleOf = (source: 'warehouse' | 'work'): Case[] => {
  const name = source === 'warehouse' ? 'official scale' : 'scale of working records'
  const by =
    (groupBy: Dimensions, filter: StatisticsGetScaleLayoutQuery = {}) =>
    (client: XinchuClient) =>
      client.statistics.getScaleLayout({ source, groupBy, ...filter })
  return [
    [name, by([])],
    ...SCALE.map((each): Case => [`${name} by ${each}`, by([each])]),
    [`${name}, trend by region`, by(['region', 'year'])],
    [`${name}, one technology by region`, by(['region'], { techType: ['01'] })],
    [`${name}, comparison: a period by region`, by(['region'], quarter)],
    [`${name}, comparison: a year before by region`, by(['region'], lastYear)],
    [`${name}, comparison: places by technology`, by(['region', 'statTechGroup'], quarter)],
  ]
}

const USE: readonly Dimensions[number][] = ['region', 'appSubScenario', 'techType', 'scaleBand', 'ownerType']

const use: Case[] = [
  ['periods', (client) => client.statistics.listPeriods()],
  ['use of a quarter', (client) => client.statistics.getUsage(quarter)],
  ...USE.map(
    (each): Case => [
      `use of a quarter by ${each}`,
      (client) => client.statistics.getUsage({ ...quarter, groupBy: [each] }),
    ],
  ),
  ['use of a year', (client) => client.statistics.getUsage(year)],
  ['use of a year by region', (client) => client.statistics.getUsage({ ...year, groupBy: ['region'] })],
  ['use: spread and medians', (client) => client.statistics.getSpread(quarter)],
  ['use: outliers, first page', (client) => client.statistics.listOutliers(quarter)],
  ['use: outliers, page 100', (client) => client.statistics.listOutliers({ ...quarter, page: 100 })],
  ['use: timeliness and progress', (client) => client.statistics.getTimeliness(quarter)],
  [
    'use: missing reports',
    (client) =>
      client.projects.listDueItems({
        ...quarter,
        itemType: 'USAGE',
        status: [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation],
      }),
  ],
]

const maps: Case[] = [
  ['map: points', (client) => client.projects.findLocations()],
  ['map: provinces of the nation', (client) => client.projects.findLocations({ level: 'province' })],
  ['map: cities of the nation', (client) => client.projects.findLocations({ level: 'city' })],
  ['map: cells of the nation', (client) => client.projects.findLocations({ cell: 4.5 })],
  ['map: cells of a region', (client) => client.projects.findLocations({ bbox: [98, 30, 118, 42], cell: 1 })],
  [
    'map: cells of a province',
    (client) => client.projects.findLocations({ bbox: [104, 35, 108, 40], cell: 0.3 }),
  ],
  [
    'map: cells of a county',
    (client) => client.projects.findLocations({ bbox: [106, 37.5, 106.5, 38], cell: 0.03 }),
  ],
  ['map: search', (client) => client.search.all({ q: '河湾' })],
  ['map: companies of a county', (client) => client.projects.listCountyCompanies({ countyCode: '640105' })],
  ['divisions with figures', (client) => client.statistics.listChinaDict({ withStats: true })],
]

const rows: Case[] = [
  [
    'ledger: first page and totals',
    (client) => client.projects.list({ source: 'warehouse', withSums: true }),
  ],
  [
    'rows of official scale',
    (client) => client.projects.list({ source: 'warehouse', figure: 'scale', withSums: true, size: 100 }),
  ],
  [
    'rows of scale of working records',
    (client) => client.projects.list({ figure: 'scale', withSums: true, size: 100 }),
  ],
  [
    'rows of stations due',
    (client) => client.projects.list({ ...quarter, figure: 'due', withSums: true, size: 100 }),
  ],
  [
    'rows of reports missing',
    (client) => client.projects.list({ ...quarter, figure: 'unreported', withSums: true, size: 100 }),
  ],
  ['bulletin for Word', (client) => client.publications.downloadBulletin({ ...quarter, format: 'docx' })],
]

/** Every call of the statistics screens. */
export const CASES: readonly Case[] = [...scaleOf('warehouse'), ...scaleOf('work'), ...use, ...maps, ...rows]
