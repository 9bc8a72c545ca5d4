import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DemoReportOverview } from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../../app/demo-sdk.ts'
import { queryKeys } from '../../../app/query-keys.ts'
import { saveFile } from '../../../lib/save-file.ts'

export type OverviewKind = 'PROGRESS' | 'ANNUAL'
export type OverviewRow = DemoReportOverview['content'][number]
export type OverviewCell = OverviewRow['cells'][number]
export type OverviewQuery = NonNullable<Parameters<Sdk['progress']['getOverview']>[0]>

const read = (sdk: Sdk, kind: OverviewKind, query: OverviewQuery, options: { signal: AbortSignal }) =>
  kind === 'PROGRESS'
    ? sdk.progress.getOverview(query, options)
    : sdk.annualReports.getOverview(query, options)

const fetchFile = (sdk: Sdk, kind: OverviewKind, filters: OverviewQuery) =>
  kind === 'PROGRESS' ? sdk.progress.exportOverview(filters) : sdk.annualReports.exportOverview(filters)

export const overviewQueries = {
  page: (kind: OverviewKind) => (query: OverviewQuery) =>
    queryOptions({
      queryKey: [...queryKeys.demoReports, kind.toLowerCase(), 'overview', query],
      queryFn: ({ client, signal }) => read(sdkOf(client), kind, query, { signal }),
    }),
}

/** Saves an overview under its filters as a workbook. */
export const exportOverview =
  (kind: OverviewKind) =>
  async ({ page: _page, size: _size, ...filters }: OverviewQuery, client: QueryClient): Promise<void> => {
    const { blob, fileName } = await fetchFile(sdkOf(client), kind, filters)
    saveFile(blob, fileName ?? '示范项目报送总览.xlsx')
  }
