import { queryOptions } from '@tanstack/react-query'
import type {
  DueItem,
  FillTimeDraft,
  GeneralItem,
  GeneralItemDraft,
  GeneralItemsResult,
  UsageReminder,
  WarehouseSyncRequest,
} from '@xinchu/sdk'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'
import { windowQuery } from '../../app/window-status.tsx'

/** So many items go in one call. */
export const BATCH = 500

export type DueQuery = Parameters<typeof sdk.projects.listDueItems>[0]
export type ItemQuery = Parameters<typeof sdk.projects.listGeneralItems>[0]
export type LedgerQuery = NonNullable<Parameters<typeof sdk.projects.list>[0]>
export type ItemAction = 'SAVE' | 'SUBMIT' | 'PASS' | 'RETURN' | 'CONFIRM' | 'REOPEN'

/** Every read of periodic forms, fill windows and the warehouse; keys nest, so that `all` makes the lot stale. */
export const periodicQueries = {
  all: ['periodic'] as const,
  due: (query: DueQuery) =>
    queryOptions({
      queryKey: [...periodicQueries.all, 'due', query],
      queryFn: ({ signal }) => sdk.projects.listDueItems(query, { signal }),
    }),
  /** Every station of the user's that has to report for a quarter, however many. */
  dueStations: (period: Pick<DueQuery, 'year' | 'quarter'>) =>
    queryOptions({
      queryKey: [...periodicQueries.all, 'stations', period],
      async queryFn({ signal }): Promise<DueItem[]> {
        const stations: DueItem[] = []
        for (let page = 0; ; page += 1) {
          const query: DueQuery = { ...period, itemType: 'USAGE', page, size: BATCH }
          const { content, totalElements } = await sdk.projects.listDueItems(query, { signal })
          stations.push(...content)
          if (content.length === 0 || stations.length >= totalElements) return stations
        }
      },
    }),
  items: (query: ItemQuery) =>
    queryOptions({
      queryKey: [...periodicQueries.all, 'items', query],
      queryFn: ({ signal }) => sdk.projects.listGeneralItems(query, { signal }),
    }),
  ledger: (query: LedgerQuery) =>
    queryOptions({
      queryKey: [...periodicQueries.all, 'ledger', query],
      queryFn: ({ signal }) => sdk.projects.list(query, { signal }),
    }),
  /** How far a quarter is towards the province. */
  provinceFlag: (query: NonNullable<Parameters<typeof sdk.projects.getSubmitProvinceFlag>[0]>) =>
    queryOptions({
      queryKey: [...periodicQueries.all, 'flag', query],
      queryFn: ({ signal }) => sdk.projects.getSubmitProvinceFlag(query, { signal }),
    }),
  windows: windowQuery,
}

async function thenRefresh<T>(work: Promise<T>): Promise<T> {
  const result = await work
  await queryClient.invalidateQueries({ queryKey: periodicQueries.all })
  return result
}

/** What a review names of an item. */
export const named = ({ id, version, itemType }: GeneralItem): GeneralItemDraft => ({ id, version, itemType })

/** Every write of them; each makes the reads stale. */
export const periodicWrites = {
  save: (action: ItemAction, items: GeneralItemDraft[], opinion?: string) =>
    thenRefresh(sdk.projects.saveGeneralItems({ action, items, ...(opinion ? { opinion } : {}) })),
  /** Sends reports in as many calls as they take and reads anew once, whatever became of them; each reply is told. */
  async saveInBatches(
    action: ItemAction,
    items: readonly GeneralItemDraft[],
    onReply: (result: GeneralItemsResult, from: number) => void,
  ) {
    try {
      for (let from = 0; from < items.length; from += BATCH)
        onReply(await sdk.projects.saveGeneralItems({ action, items: items.slice(from, from + BATCH) }), from)
    } finally {
      await queryClient.invalidateQueries({ queryKey: periodicQueries.all })
    }
  },
  remind: (reminder: UsageReminder) => thenRefresh(sdk.projects.remindUsageReporters(reminder)),
  window: (draft: FillTimeDraft) => thenRefresh(sdk.fillTimes.save(draft)),
  sync: (request: WarehouseSyncRequest) => {
    const work = sdk.projects.syncWarehousingData(request)
    return request.dryRun ? work : thenRefresh(work)
  },
}
