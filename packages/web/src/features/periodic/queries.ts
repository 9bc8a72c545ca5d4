import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import {
  type DueItem,
  type FillTimeDraft,
  type GeneralItem,
  type GeneralItemDraft,
  type GeneralItemsResult,
  items,
  type StatPublication,
  type WarehouseSyncRequest,
  type WarehouseTask,
  type WarehouseUndoRequest,
  type WithdrawalRequest,
  whole,
} from '@xinchu/sdk'
import { queryKeys } from '../../app/query-keys.ts'
import { type Sdk, sdkOf } from '../../app/sdk.ts'
import { publicationsOf } from '../../records/publications.ts'
import { windowQuery } from '../../records/window-status.tsx'

/** Items per call. */
export const BATCH = 500
/** Items in one page of a list. */
const PAGE = 200

export type DueQuery = Parameters<Sdk['projects']['listDueItems']>[0]
export type ItemQuery = Parameters<Sdk['projects']['listGeneralItems']>[0]
export type LedgerQuery = NonNullable<Parameters<Sdk['projects']['list']>[0]>
export type ItemAction = 'SAVE' | 'SUBMIT' | 'PASS' | 'RETURN' | 'CONFIRM' | 'REOPEN' | 'WITHDRAW'

/** Key of the newest comparison or sync, apart from what a sync changes. */
const TASK = ['warehouse-task'] as const
const ASK_AGAIN_MS = 1_000

/** Whether a comparison or sync is not yet done. */
export const isOpenTask = ({ state }: Pick<WarehouseTask, 'state'>): boolean =>
  state === 'COMPARING' || state === 'WAITING' || state === 'RUNNING'

/** Every read of periodic reports, fill windows and the warehouse. */
export const periodicQueries = {
  due: (query: DueQuery) =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'due', query],
      queryFn: ({ client, signal }) => sdkOf(client).projects.listDueItems(query, { signal }),
    }),
  /** All stations of the user that must report for a quarter. */
  dueStations: (period: Pick<DueQuery, 'year' | 'quarter'>) =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'stations', period],
      async queryFn({ client, signal }): Promise<DueItem[]> {
        return whole(sdkOf(client).projects.listDueItems, { ...period, itemType: 'USAGE' }, { signal })
      },
    }),
  /** All reports of a quarter that wait for the nation. */
  waitingUsage: (period: Pick<DueQuery, 'year' | 'quarter'>) =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'waiting', period],
      async queryFn({ client, signal }): Promise<GeneralItem[]> {
        const status = [ReportStatus.passed]
        const query = { ...period, itemType: 'USAGE', status, size: PAGE } satisfies ItemQuery
        return items(sdkOf(client).projects.listGeneralItems, query, { signal }).toArray()
      },
    }),
  items: (query: ItemQuery) =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'items', query],
      queryFn: ({ client, signal }) => sdkOf(client).projects.listGeneralItems(query, { signal }),
    }),
  ledger: (query: LedgerQuery) =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'ledger', query],
      queryFn: ({ client, signal }) => sdkOf(client).projects.list(query, { signal }),
    }),
  /** Progress of a quarter's submission to the province. */
  provinceFlag: (query: NonNullable<Parameters<Sdk['projects']['getSubmitProvinceFlag']>[0]>) =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'flag', query],
      queryFn: ({ client, signal }) => sdkOf(client).projects.getSubmitProvinceFlag(query, { signal }),
    }),
  publications: publicationsOf,
  /** The newest comparison or sync. Asked again while it is not done. */
  task: queryOptions({
    queryKey: TASK,
    queryFn: ({ client, signal }) => sdkOf(client).projects.getWarehouseSync({}, { signal }),
    refetchInterval: ({ state }) => (state.data && isOpenTask(state.data) ? ASK_AGAIN_MS : false),
    staleTime: 0,
  }),
  /** The check of a batch against its seal. It runs when it is asked for. */
  verification: (batch: string) =>
    queryOptions({
      queryKey: [...queryKeys.periodic, 'verification', batch],
      queryFn: ({ client, signal }) => sdkOf(client).statistics.verifyPublication({ batch }, { signal }),
      enabled: false,
      gcTime: 0,
    }),
  /**
   * What the withdrawal of a revision would change. Never cached, because it is about to be done. Not read again by the
   * withdrawal itself, after which there is nothing to withdraw.
   */
  withdrawal: (batch: string) =>
    queryOptions({
      queryKey: ['stat-withdrawal', batch],
      queryFn: ({ client, signal }) =>
        sdkOf(client).statistics.withdrawRevision({ batch, dryRun: true }, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
  windows: windowQuery,
  /** Windows that a copy of the latest ones would set. Never cached, because it is about to be saved. */
  copyPlan: queryOptions({
    queryKey: [...queryKeys.periodic, 'windows', 'plan'],
    queryFn: ({ client, signal }) => sdkOf(client).fillTimes.copy({ dryRun: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
  }),
}

/** Outcome of confirming reports in several calls. */
interface Confirmed {
  confirmed: number[]
  failed: { id: number; message: string }[]
  /** Offers to undo, one for each call. */
  undo: NonNullable<GeneralItemsResult['undo']>[]
}

async function confirmAll(client: QueryClient, items: readonly GeneralItem[]): Promise<Confirmed> {
  const outcome: Confirmed = { confirmed: [], failed: [], undo: [] }
  const drafts = items.map(({ id, version, itemType }) => ({ id, version, itemType }))
  await sendInBatches(client, 'CONFIRM', drafts, ({ saved, errors, undo }, from) => {
    outcome.confirmed.push(...saved.map(({ id }) => id))
    outcome.failed.push(
      ...errors.map(({ row = 1, message }) => ({ id: items[from + row - 1]?.id ?? 0, message })),
    )
    if (undo) outcome.undo.push(undo)
  })
  return outcome
}

interface Items {
  action: ItemAction
  items: GeneralItemDraft[]
}

/** A review of these reports. It keeps the sent items, because the list may change before the reply. */
export interface ReviewRequest {
  action: 'PASS' | 'CONFIRM' | 'RETURN' | 'REOPEN' | 'WITHDRAW'
  items: readonly GeneralItem[]
  opinion: string
}

/** What a sync has changed once it is done. */
export const SYNCED = {
  invalidates: [queryKeys.periodic, queryKeys.review, queryKeys.projects, queryKeys.statistics],
}

/** Every write of periodic reports, fill windows and the warehouse. */
export const periodicMutations = {
  save: mutationOptions({
    mutationFn: ({ action, items }: Items, { client }) =>
      sdkOf(client).projects.saveGeneralItems({ action, items }),
    meta: { invalidates: [queryKeys.periodic, queryKeys.review] },
  }),
  /** Withdraws a submitted report while nobody has acted on it. */
  withdraw: mutationOptions({
    mutationFn: ({ id, version, itemType }: Pick<GeneralItem, 'id' | 'version' | 'itemType'>, { client }) =>
      sdkOf(client).projects.saveGeneralItems({ action: 'WITHDRAW', items: [{ id, version, itemType }] }),
    meta: { invalidates: [queryKeys.periodic, queryKeys.review] },
  }),
  /** Reviews reports. Lists keep the rows until the outcome is loaded. */
  review: mutationOptions({
    mutationFn: ({ action, items, opinion }: ReviewRequest, { client }) =>
      sdkOf(client).projects.saveGeneralItems({
        action,
        items: items.map(({ id, version, itemType }) => ({ id, version, itemType })),
        ...(opinion ? { opinion } : {}),
      }),
    meta: { invalidates: [queryKeys.periodic, queryKeys.review], refetch: 'by-caller' },
  }),
  /** Confirms reports that wait for the nation. */
  confirmUsage: mutationOptions({
    mutationFn: (items: readonly GeneralItem[], { client }) => confirmAll(client, items),
    meta: { invalidates: [queryKeys.periodic, queryKeys.review] },
  }),
  /** Autosave: the caller shows its state. Lists are refetched when they are shown. */
  keep: mutationOptions({
    mutationFn: ({ action, items }: Items, { client }) =>
      sdkOf(client).projects.saveGeneralItems({ action, items }),
    meta: { invalidates: [queryKeys.periodic], refetch: 'on-show' },
  }),
  window: mutationOptions({
    mutationFn: (draft: FillTimeDraft, { client }) => sdkOf(client).fillTimes.save(draft),
    meta: { invalidates: [queryKeys.periodic] },
  }),
  /** Copies windows to their next periods, all or none. */
  copyWindows: mutationOptions({
    mutationFn: (ids: number[], { client }) => sdkOf(client).fillTimes.copy({ ids, dryRun: false }),
    meta: { invalidates: [queryKeys.periodic] },
  }),
  /** Asks for a comparison or a sync, which is done apart from the request. */
  ask: mutationOptions({
    mutationFn: (request: WarehouseSyncRequest, { client }) =>
      sdkOf(client).projects.syncWarehousingData(request),
    meta: { invalidates: [TASK] },
  }),
  undoSync: mutationOptions({
    mutationFn: (request: WarehouseUndoRequest, { client }) =>
      sdkOf(client).projects.undoWarehouseSync(request),
    meta: { invalidates: [TASK] },
  }),
  publish: mutationOptions({
    mutationFn: (period: Pick<StatPublication, 'year' | 'quarter'>, { client }) =>
      sdkOf(client).statistics.publishPeriod(period),
    meta: { invalidates: [queryKeys.periodic, queryKeys.statistics, queryKeys.review] },
  }),
  withdrawRevision: mutationOptions({
    mutationFn: (request: WithdrawalRequest, { client }) =>
      sdkOf(client).statistics.withdrawRevision(request),
    meta: SYNCED,
  }),
}

/** Sends reports in as many calls as necessary and passes on each reply. */
export async function sendInBatches(
  client: QueryClient,
  action: ItemAction,
  items: readonly GeneralItemDraft[],
  onReply: (result: GeneralItemsResult, from: number) => void,
): Promise<void> {
  const { projects } = sdkOf(client)
  for (let from = 0; from < items.length; from += BATCH)
    onReply(await projects.saveGeneralItems({ action, items: items.slice(from, from + BATCH) }), from)
}
