import {
  type MutationFunctionContext,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import type { CallOptions } from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { saveFile } from '../../lib/save-file.ts'

export type ProvincialDemo = Awaited<ReturnType<Sdk['provincialDemos']['list']>>['content'][number]
export type PilotListQuery = NonNullable<Parameters<Sdk['provincialDemos']['list']>[0]>
export type PilotUpdate = Parameters<Sdk['provincialDemos']['update']>[0]
export type ReportAction = PilotUpdate['action']

export type WorkReport = Awaited<ReturnType<Sdk['workReports']['getCurrent']>>
export type WorkReportRow = Awaited<ReturnType<Sdk['workReports']['list']>>['content'][number]
export type ReportListQuery = NonNullable<Parameters<Sdk['workReports']['list']>[0]>
export type ReportSummary = NonNullable<Awaited<ReturnType<Sdk['workReports']['list']>>['summary']>
export type ReportReminder = Omit<Parameters<Sdk['workReports']['remind']>[0], 'dryRun'>
export type ReportReminderResult = Awaited<ReturnType<Sdk['workReports']['remind']>>
export type ReportDraft = Parameters<Sdk['workReports']['save']>[0]
export type ReportKey = Parameters<Sdk['workReports']['getCurrent']>[0]

/** States in which a record is with the province. */
export const RETURNED: readonly string[] = [ReportStatus.returned, ReportStatus.returnedByNation]

const demos = [...queryKeys.provincial, 'demos'] as const
const reports = [...queryKeys.provincial, 'reports'] as const

/** Every read of provincial reports. */
export const provincialQueries = {
  demos: (query: PilotListQuery) =>
    queryOptions({
      queryKey: [...demos, 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).provincialDemos.list(query, { signal }),
    }),
  /** One project; null if it is gone. */
  demo: (id: number) =>
    queryOptions({
      queryKey: [...demos, 'one', id],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).provincialDemos.list({ id }, { signal })).content[0] ?? null,
    }),
  reports: (query: ReportListQuery) =>
    queryOptions({
      queryKey: [...reports, 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).workReports.list(query, { signal }),
    }),
  /** The caller's own report of a period, prefilled unless it was saved. */
  ownReport: (key: ReportKey) =>
    queryOptions({
      queryKey: [...reports, 'own', key],
      queryFn: ({ client, signal }) => sdkOf(client).workReports.getCurrent(key, { signal }),
    }),
  report: (id: number) =>
    queryOptions({
      queryKey: [...reports, 'one', id],
      queryFn: ({ client, signal }) => sdkOf(client).workReports.getById({ id }, { signal }),
    }),
  /** Preview of a reminder. Sends nothing. */
  reminder: (reminder: ReportReminder) =>
    queryOptions({
      queryKey: [...reports, 'reminder', reminder],
      queryFn: ({ client, signal }) =>
        sdkOf(client).workReports.remind({ ...reminder, dryRun: true }, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
}

const ofPilots = { invalidates: [demos, queryKeys.review] }
const ofReports = { invalidates: [reports, queryKeys.review] }

export type PilotDraft = Omit<Parameters<Sdk['provincialDemos']['create']>[0], 'action'>

interface PilotSave {
  draft: PilotDraft
  action: 'SAVE' | 'SUBMIT'
  stored: Pick<ProvincialDemo, 'id' | 'version'> | undefined
  /** Options of a creation. */
  call?: CallOptions
}

export const provincialMutations = {
  /** Adds a project or changes the stored one. */
  savePilot: mutationOptions({
    mutationFn: ({ draft, action, stored, call }: PilotSave, { client }) =>
      stored
        ? sdkOf(client).provincialDemos.update({ ...draft, action, id: stored.id, version: stored.version })
        : sdkOf(client).provincialDemos.create({ ...draft, action }, call),
    meta: ofPilots,
  }),
  stepPilot: mutationOptions({
    mutationFn: (step: PilotUpdate, { client }) => sdkOf(client).provincialDemos.update(step),
    meta: ofPilots,
  }),
  removePilot: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).provincialDemos.delete([id]),
    meta: ofPilots,
  }),
  restorePilot: mutationOptions({
    mutationFn: (ids: number[], { client }) => sdkOf(client).provincialDemos.restore({ ids }),
    meta: ofPilots,
  }),
  saveReport: mutationOptions({
    mutationFn: (draft: ReportDraft, { client }) =>
      sdkOf(client).workReports.save(draft, { idempotencyKey: true }),
    meta: ofReports,
  }),
  remind: mutationOptions({
    mutationFn: (reminder: ReportReminder, { client }) => sdkOf(client).workReports.remind(reminder),
    meta: ofReports,
  }),
  stepReport: mutationOptions({
    mutationFn: (draft: ReportDraft, { client }) => sdkOf(client).workReports.save(draft),
    meta: ofReports,
  }),
}

/** Saves the list under its filters as a workbook. */
export async function exportPilots(
  { page: _page, size: _size, sort: _sort, id: _id, ...filters }: PilotListQuery,
  client: QueryClient,
): Promise<void> {
  const { blob, fileName } = await sdkOf(client).provincialDemos.download(filters)
  saveFile(blob, fileName ?? '省级示范项目.xlsx')
}

/** Saves the list of reports under its filters as a workbook. */
export async function exportReports(
  { page: _page, size: _size, ...filters }: ReportListQuery,
  client: QueryClient,
): Promise<void> {
  const { blob, fileName } = await sdkOf(client).workReports.export(filters)
  saveFile(blob, fileName ?? '省级工作报告.xlsx')
}

/** Saves a report as a Word document. */
export async function downloadReport(id: number, { client }: MutationFunctionContext): Promise<void> {
  const { blob, fileName } = await sdkOf(client).workReports.downloadWord({ id })
  saveFile(blob, fileName ?? '省级工作报告.docx')
}
