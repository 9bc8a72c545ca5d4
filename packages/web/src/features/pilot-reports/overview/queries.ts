import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DemoReportOverview, DemoReportReminder } from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../../app/pilot-sdk.ts'
import { queryKeys } from '../../../app/query-keys.ts'
import { saveFile } from '../../../lib/save-file.ts'

export type OverviewKind = 'PROGRESS' | 'ANNUAL'
export type OverviewRow = DemoReportOverview['content'][number]
export type OverviewCell = OverviewRow['cells'][number]
type Decision = Parameters<Sdk['review']['decide']>[0]

/** A report that waits for the user, as it was shown. */
export interface Chosen {
  name: string
  /** It goes up again only with an answer to the nation. */
  isReturned: boolean
  id: number
  version: number
}

/** A decision on reports. */
interface Asked extends Pick<Decision, 'entity' | 'opinion'> {
  action: 'PASS' | 'CONFIRM' | 'RETURN'
  chosen: readonly Chosen[]
}
export type OverviewQuery = NonNullable<Parameters<Sdk['progress']['getOverview']>[0]>

/** The calls of each kind. */
const CALLS = {
  PROGRESS: ({ progress }: Sdk) => ({
    getOverview: progress.getOverview,
    exportOverview: progress.exportOverview,
    remind: progress.remind,
  }),
  ANNUAL: ({ annualReports }: Sdk) => ({
    getOverview: annualReports.getOverview,
    exportOverview: annualReports.exportOverview,
    remind: annualReports.remind,
  }),
}

const callsOf = (client: QueryClient, kind: OverviewKind) => CALLS[kind](sdkOf(client))

/** The right by which offices decide on reports of a kind and remind of them. */
export const AUDIT_RIGHTS = { PROGRESS: 'progress:audit', ANNUAL: 'annual:audit' } as const

export const overviewQueries = {
  /** Whom a reminder would reach. */
  reminder: (kind: OverviewKind, reminder: DemoReportReminder) =>
    queryOptions({
      queryKey: [...queryKeys.demoReports, kind.toLowerCase(), 'reminder', reminder],
      queryFn: ({ client }) => callsOf(client, kind).remind({ ...reminder, dryRun: true }),
      // Asked for anew each time: others may have reminded since.
      gcTime: 0,
    }),
  page: (kind: OverviewKind) => (query: OverviewQuery) =>
    queryOptions({
      queryKey: [...queryKeys.demoReports, kind.toLowerCase(), 'overview', query],
      queryFn: ({ client, signal }) => callsOf(client, kind).getOverview(query, { signal }),
    }),
}

export const overviewMutations = {
  remind: (kind: OverviewKind) =>
    mutationOptions({
      mutationFn: (reminder: DemoReportReminder, { client }) => callsOf(client, kind).remind(reminder),
    }),
  /** Decides on reports of one kind. */
  decide: mutationOptions({
    mutationFn: ({ chosen, ...decision }: Asked, { client }) =>
      sdkOf(client).review.decide({
        ...decision,
        items: chosen.map(({ id, version }) => ({ id, version })),
      }),
    meta: { invalidates: [queryKeys.demoReports, queryKeys.review], refetch: 'by-caller' },
  }),
}

/** Saves an overview under its filters as a workbook. */
export const exportOverview =
  (kind: OverviewKind) =>
  async ({ page: _page, size: _size, ...filters }: OverviewQuery, client: QueryClient): Promise<void> => {
    const { blob, fileName } = await callsOf(client, kind).exportOverview(filters)
    saveFile(blob, fileName ?? '示范项目报送总览.xlsx')
  }
