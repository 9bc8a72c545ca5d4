import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/sdk/codes'
import { sdk } from '../../app/demo-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { saveFile } from '../../lib/save-file.ts'

export type ProvincialDemo = Awaited<ReturnType<typeof sdk.provincialDemos.list>>['content'][number]
export type DemoListQuery = NonNullable<Parameters<typeof sdk.provincialDemos.list>[0]>
export type DemoUpdate = Parameters<typeof sdk.provincialDemos.update>[0]
export type ReportAction = DemoUpdate['action']

export type WorkReport = Awaited<ReturnType<typeof sdk.workReports.getCurrent>>
export type WorkReportRow = Awaited<ReturnType<typeof sdk.workReports.list>>['content'][number]
export type ReportListQuery = NonNullable<Parameters<typeof sdk.workReports.list>[0]>
export type ReportSummary = NonNullable<Awaited<ReturnType<typeof sdk.workReports.list>>['summary']>
export type ReportReminder = Omit<Parameters<typeof sdk.workReports.remind>[0], 'dryRun'>
export type ReportReminderResult = Awaited<ReturnType<typeof sdk.workReports.remind>>
export type ReportDraft = Parameters<typeof sdk.workReports.save>[0]
export type ReportKey = Parameters<typeof sdk.workReports.getCurrent>[0]

/** States in which a record is with the province. */
export const RETURNED: readonly string[] = [ReportStatus.returned, ReportStatus.returnedByNation]

const demos = [...queryKeys.provincial, 'demos'] as const
const reports = [...queryKeys.provincial, 'reports'] as const

/** Every read of provincial reports. */
export const provincialQueries = {
  demos: (query: DemoListQuery) =>
    queryOptions({
      queryKey: [...demos, 'list', query],
      queryFn: ({ signal }) => sdk.provincialDemos.list(query, { signal }),
    }),
  reports: (query: ReportListQuery) =>
    queryOptions({
      queryKey: [...reports, 'list', query],
      queryFn: ({ signal }) => sdk.workReports.list(query, { signal }),
    }),
  /** The caller's own report of a period, prefilled unless it was saved. */
  ownReport: (key: ReportKey) =>
    queryOptions({
      queryKey: [...reports, 'own', key],
      queryFn: ({ signal }) => sdk.workReports.getCurrent(key, { signal }),
    }),
  report: (id: number) =>
    queryOptions({
      queryKey: [...reports, 'one', id],
      queryFn: ({ signal }) => sdk.workReports.getById({ id }, { signal }),
    }),
  /** Preview of a reminder. Sends nothing. */
  reminder: (reminder: ReportReminder) =>
    queryOptions({
      queryKey: [...reports, 'reminder', reminder],
      queryFn: ({ signal }) => sdk.workReports.remind({ ...reminder, dryRun: true }, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
}

const ofDemos = { invalidates: [demos, queryKeys.review] }
const ofReports = { invalidates: [reports, queryKeys.review] }

export type DemoDraft = Omit<Parameters<typeof sdk.provincialDemos.create>[0], 'action'>

interface DemoSave {
  draft: DemoDraft
  action: 'SAVE' | 'SUBMIT'
  stored: Pick<ProvincialDemo, 'id' | 'version'> | undefined
}

export const provincialMutations = {
  /** Adds a project or changes the stored one. */
  saveDemo: mutationOptions({
    mutationFn: ({ draft, action, stored }: DemoSave) =>
      stored
        ? sdk.provincialDemos.update({ ...draft, action, id: stored.id, version: stored.version })
        : sdk.provincialDemos.create({ ...draft, action }, { idempotencyKey: true }),
    meta: ofDemos,
  }),
  stepDemo: mutationOptions({
    mutationFn: (step: DemoUpdate) => sdk.provincialDemos.update(step),
    meta: ofDemos,
  }),
  removeDemo: mutationOptions({
    mutationFn: (id: number) => sdk.provincialDemos.delete([id]),
    meta: ofDemos,
  }),
  saveReport: mutationOptions({
    mutationFn: (draft: ReportDraft) => sdk.workReports.save(draft, { idempotencyKey: true }),
    meta: ofReports,
  }),
  remind: mutationOptions({
    mutationFn: (reminder: ReportReminder) => sdk.workReports.remind(reminder),
    meta: ofReports,
  }),
  stepReport: mutationOptions({
    mutationFn: (draft: ReportDraft) => sdk.workReports.save(draft),
    meta: ofReports,
  }),
}

/** Saves the list under its filters as a workbook. */
export async function exportDemos({
  page: _page,
  size: _size,
  sort: _sort,
  id: _id,
  ...filters
}: DemoListQuery): Promise<void> {
  const { blob, fileName } = await sdk.provincialDemos.download(filters)
  saveFile(blob, fileName ?? '省级示范项目.xlsx')
}

/** Saves the list of reports under its filters as a workbook. */
export async function exportReports({
  page: _page,
  size: _size,
  ...filters
}: ReportListQuery): Promise<void> {
  const { blob, fileName } = await sdk.workReports.export(filters)
  saveFile(blob, fileName ?? '省级工作报告.xlsx')
}

/** Saves a report as a Word document. */
export async function downloadReport(id: number): Promise<void> {
  const { blob, fileName } = await sdk.workReports.downloadWord({ id })
  saveFile(blob, fileName ?? '省级工作报告.docx')
}
