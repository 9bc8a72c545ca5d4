import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DemoReportOverview, DemoReportReminder } from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../../app/demo-sdk.ts'
import { queryKeys } from '../../../app/query-keys.ts'
import { saveFile } from '../../../lib/save-file.ts'

export type OverviewKind = 'PROGRESS' | 'ANNUAL'
export type OverviewRow = DemoReportOverview['content'][number]
export type OverviewCell = OverviewRow['cells'][number]
/** A step of one report, without its content. */
export type ReportDecision = Pick<
  Parameters<Sdk['progress']['save']>[0],
  'id' | 'version' | 'action' | 'opinion'
>
export type OverviewQuery = NonNullable<Parameters<Sdk['progress']['getOverview']>[0]>

const read = (sdk: Sdk, kind: OverviewKind, query: OverviewQuery, options: { signal: AbortSignal }) =>
  kind === 'PROGRESS'
    ? sdk.progress.getOverview(query, options)
    : sdk.annualReports.getOverview(query, options)

const fetchFile = (sdk: Sdk, kind: OverviewKind, filters: OverviewQuery) =>
  kind === 'PROGRESS' ? sdk.progress.exportOverview(filters) : sdk.annualReports.exportOverview(filters)

const remind = (sdk: Sdk, kind: OverviewKind, reminder: DemoReportReminder) =>
  kind === 'PROGRESS' ? sdk.progress.remind(reminder) : sdk.annualReports.remind(reminder)

export const overviewQueries = {
  /** Whom a reminder would reach. */
  reminder: (kind: OverviewKind, reminder: DemoReportReminder) =>
    queryOptions({
      queryKey: [...queryKeys.demoReports, kind.toLowerCase(), 'reminder', reminder],
      queryFn: ({ client }) => remind(sdkOf(client), kind, { ...reminder, dryRun: true }),
      // Asked for anew each time: others may have reminded since.
      gcTime: 0,
    }),
  page: (kind: OverviewKind) => (query: OverviewQuery) =>
    queryOptions({
      queryKey: [...queryKeys.demoReports, kind.toLowerCase(), 'overview', query],
      queryFn: ({ client, signal }) => read(sdkOf(client), kind, query, { signal }),
    }),
}

export const overviewMutations = {
  remind: (kind: OverviewKind) =>
    mutationOptions({
      mutationFn: (reminder: DemoReportReminder, { client }) => remind(sdkOf(client), kind, reminder),
    }),
  decide: (kind: OverviewKind) =>
    mutationOptions({
      mutationFn: async (decision: ReportDecision, { client }) => {
        const { progress, annualReports } = sdkOf(client)
        return kind === 'PROGRESS' ? progress.save(decision) : annualReports.save(decision)
      },
      meta: { invalidates: [queryKeys.demoReports, queryKeys.review] },
    }),
}

/** Saves an overview under its filters as a workbook. */
export const exportOverview =
  (kind: OverviewKind) =>
  async ({ page: _page, size: _size, ...filters }: OverviewQuery, client: QueryClient): Promise<void> => {
    const { blob, fileName } = await fetchFile(sdkOf(client), kind, filters)
    saveFile(blob, fileName ?? '示范项目报送总览.xlsx')
  }
