import { queryOptions } from '@tanstack/react-query'
import { RepeatFlag } from '@xinchu/contract/codes'
import { closedQuarter } from '@xinchu/validators'
import { sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { thisYear, today } from '../../lib/beijing.ts'

const FRESH = 30_000
const SHOWN = 5

const QUARTERS = [1, 2, 3, 4] as const

/** The last finished quarter, which is being reported now. */
export function reportedQuarter() {
  const { year, quarter } = closedQuarter(today())
  return { year, quarter: QUARTERS[quarter - 1] ?? 1 }
}

/** Pending work and holdings of the caller's office. Each query loads only what is shown. */
export const homeQueries = {
  /** Demonstration projects that wait for the office, the most urgent first. */
  pilotTasks: () =>
    queryOptions({
      queryKey: [...queryKeys.demos, 'home', 'todo'],
      queryFn: ({ client, signal }) =>
        sdkOf(client).demoProjects.getTasks({ tab: 'todo', size: SHOWN }, { signal }),
      staleTime: FRESH,
    }),
  projects: () =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'home', 'todo'],
      queryFn: ({ client, signal }) =>
        sdkOf(client).projects.list({ todo: true, size: SHOWN, sort: ['waitingSince,asc'] }, { signal }),
      staleTime: FRESH,
    }),
  usageRate: () =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'home', 'usage-rate'],
      queryFn: async ({ client, signal }) => {
        const [row] = await sdkOf(client).statistics.getUsage(reportedQuarter(), { signal })
        return row ?? null
      },
      staleTime: FRESH,
    }),
  /** Reports of the last quarter by the parts of the caller's scope. */
  missing: () =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'home', 'missing'],
      queryFn: ({ client, signal }) =>
        sdkOf(client).statistics.getUsage({ ...reportedQuarter(), groupBy: ['region'] }, { signal }),
      staleTime: FRESH,
    }),
  ownCalculation: () =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'home', 'own-calculation'],
      queryFn: ({ client, signal }) =>
        sdkOf(client).projects.listDueItems({ itemType: 'YEARCALC', year: thisYear() }, { signal }),
      staleTime: FRESH,
    }),
  repeats: () =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'home', 'repeats'],
      queryFn: ({ client, signal }) =>
        sdkOf(client).projects.listRepeatPairs({ repeatFlag: RepeatFlag.suspected, size: SHOWN }, { signal }),
      staleTime: FRESH,
    }),
  windows: () =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'home', 'windows'],
      queryFn: ({ client, signal }) => sdkOf(client).fillTimes.list({}, { signal }),
      staleTime: FRESH,
    }),
  unread: () =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'home', 'unread'],
      queryFn: ({ client, signal }) => sdkOf(client).messages.list({ read: false, size: SHOWN }, { signal }),
      staleTime: FRESH,
    }),
  scale: () =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'home', 'scale'],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.getScaleLayout({}, { signal }),
      staleTime: FRESH,
    }),
  scaleByRegion: () =>
    queryOptions({
      queryKey: [...queryKeys.statistics, 'home', 'scale-by-region'],
      queryFn: ({ client, signal }) =>
        sdkOf(client).statistics.getScaleLayout({ groupBy: ['region'] }, { signal }),
      staleTime: FRESH,
    }),
}
