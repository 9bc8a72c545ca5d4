import { BuildStatus, ReportStatus } from '@xinchu/contract/codes'
import type { XinchuClient } from '@xinchu/sdk'
import type { Quarter } from '@xinchu/validators'
import { expect } from 'vitest'
import type { Answers } from '../../src/domain/statistics/open-data/queries.ts'

export type Row = Readonly<Record<string, unknown>>

const everyStatus = Object.values(BuildStatus)
const without = (row: Row, ...names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const picked = (row: Row, ...names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))

/** A page whose tables are compared: of whom, of which period, and with which conditions. */
export interface Page {
  client: XinchuClient
  period: Quarter & { quarter: 1 | 2 | 3 | 4 }
  filter: { techType?: string[]; provinceCode?: string }
}

/** The same for calls that take several provinces. */
const inLists = ({ provinceCode, ...filter }: Page['filter']) => ({
  ...filter,
  ...(provinceCode === undefined ? {} : { provinceCode: [provinceCode] }),
})

const isOf =
  ({ year, quarter }: Quarter) =>
  (each: Quarter) =>
    each.year === year && each.quarter === quarter

type Answered<Call extends Answers['call']> = Extract<Answers, { call: Call }>

async function scale(
  { groupBy, ofProvinces }: Answered<'getScaleLayout'>,
  { client, period, filter }: Page,
): Promise<Row[]> {
  const asked = { ...period, source: 'warehouse' as const, groupBy: [...groupBy] }
  if (!ofProvinces) {
    const ofAll = groupBy.includes('buildStatus') && groupBy.length === 1
    return client.statistics.getScaleLayout({
      ...asked,
      ...inLists(filter),
      ...(ofAll ? { buildStatus: everyStatus } : {}),
    })
  }
  const provinces = await client.statistics.getScaleLayout({ ...asked, groupBy: ['region'] })
  const rows = await Promise.all(
    provinces
      .map(({ key = '' }) => key)
      .toSorted()
      .map(async (province) => {
        const cities = await client.statistics.getScaleLayout({ ...asked, provinceCode: [province] })
        return cities.map(({ key, ...row }) => ({ province, city: key, ...row }))
      }),
  )
  return rows.flat()
}

async function spread(
  { part }: Answered<'getUsageSpread'>,
  { client, period, filter }: Page,
): Promise<readonly Row[]> {
  const { bins, rows } = await client.statistics.getSpread({ ...period, ...inLists(filter) })
  return part === 'bins' ? bins : rows.filter(({ by }) => by === part).map((row) => without(row, 'by'))
}

async function outliers(
  { part }: Answered<'listUsageOutliers'>,
  { client, period, filter }: Page,
): Promise<readonly Row[]> {
  const asked = { ...period, ...inLists(filter), confirmed: part === 'confirmed', size: 500 }
  const { content, rules, ...page } = await client.statistics.listOutliers(asked)
  expect(page.totalElements).toBeLessThanOrEqual(asked.size)
  if (part === 'rules') return rules
  if (part === 'means') return [without(page, 'totalElements')]
  return content.map(({ itemId: _, reason: __, confirmation, ...row }) => ({
    ...row,
    ...(confirmation
      ? {
          confirmedReason: confirmation.reason,
          confirmedBy: confirmation.orgName,
          confirmedAt: confirmation.time,
        }
      : {}),
  }))
}

async function timeliness({ part }: Answered<'getUsageTimeliness'>, { client, period, filter }: Page) {
  const { rows, courses } = await client.statistics.getTimeliness({ ...period, ...inLists(filter) })
  const own = rows.filter(isOf(period))
  return part === 'rows' ? own : (courses.find(isOf(period))?.days ?? [])
}

const MISSING = [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation]

async function missing({ client, period, filter }: Page): Promise<Row[]> {
  const asked = { itemType: 'USAGE', ...period, ...filter, status: MISSING, size: 2000 } as const
  const { content, totalElements } = await client.projects.listDueItems(asked)
  expect(totalElements).toBeLessThanOrEqual(asked.size)
  return content
    .map(({ item, ...row }) => ({
      ...picked({ ...row }, 'projectId', 'projectName', 'ratedPower'),
      ...(item?.status ? { status: item.status } : {}),
    }))
    .toSorted(
      (a, b) => Number(picked(a, 'projectId')['projectId']) - Number(picked(b, 'projectId')['projectId']),
    )
}

/** Rows that the call of a query answers, in their order. */
export async function answered(answers: Answers, page: Page): Promise<readonly Row[]> {
  const { client, period, filter } = page
  switch (answers.call) {
    case 'getScaleLayout':
      return scale(answers, page)
    case 'getUsageStatistics': {
      const asked = { ...period, ...inLists(filter), groupBy: [...answers.groupBy] }
      const rows = await client.statistics.getUsage(asked)
      // The files have no windows of single offices.
      return rows.map((row) => without(row, 'pendingProjects', 'overdueProjects'))
    }
    case 'getUsageSpread':
      return spread(answers, page)
    case 'listUsageOutliers':
      return outliers(answers, page)
    case 'getUsageTimeliness':
      return timeliness(answers, page)
    case 'listDueItems':
      return missing(page)
    case 'getScaleRank':
      return [{ ...(await client.statistics.getScaleRank(period)) }]
    case 'listStatRestatements':
      return (await client.statistics.listRestatements(period)).flatMap(({ rows, realName: _, ...sync }) =>
        rows.map((row) => ({ ...sync, ...row })),
      )
    case 'listStatPeriods':
      return (await client.statistics.listPeriods()).filter(isOf(period))
    case 'findProjectLocations':
      return (await client.projects.findLocations({ source: 'warehouse', ...inLists(filter) })).map((row) =>
        picked({ ...row }, 'id', 'projectName', 'longitude', 'latitude', 'ratedPower', 'ratedEnergy'),
      )
  }
}
