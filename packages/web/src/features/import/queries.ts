import { queryOptions } from '@tanstack/react-query'
import type { ImportBatch, ImportRow } from '@xinchu/sdk'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'

const WORKING = new Set<string>(['UPLOADED', 'PARSING', 'VALIDATING', 'COMMITTING'])
const ASK_AGAIN_MS = 1_000
const OVERSEERS = new Set([1, 3, 900])

/** Whether the server works on a batch. */
export const isWorking = ({ state }: Pick<ImportBatch, 'state'>): boolean => WORKING.has(state)

interface PageQuery {
  page?: number
  size?: number
}

/** Provinces and the nation have a list of their own, with the batches of their offices. */
const listFor = () => {
  const deptId = queryClient.getQueryData(sessionQueries.info.queryKey)?.user.deptId
  return OVERSEERS.has(Number(deptId)) ? sdk.imports.listForProvince : sdk.imports.list
}

type RowState = ImportRow['state']
export type RowQuery = PageQuery & { batchId: number; state?: RowState | undefined }

export const importQueries = {
  all: ['imports'] as const,
  batches: (query: PageQuery) =>
    queryOptions({
      queryKey: [...importQueries.all, 'batches', query],
      queryFn: ({ signal }) => listFor()(query, { signal }),
      // Batches that are worked on are watched.
      refetchInterval: ({ state }) => (state.data?.content.some(isWorking) ? ASK_AGAIN_MS : false),
    }),
  batch: (id: number) =>
    queryOptions({
      queryKey: [...importQueries.all, 'batch', id],
      queryFn: ({ signal }) => sdk.imports.get(id, { signal }),
      refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? ASK_AGAIN_MS : false),
    }),
  rows: (query: RowQuery) =>
    queryOptions({
      queryKey: [...importQueries.all, 'rows', query],
      queryFn: async ({ signal }) => {
        const { state, ...rest } = query
        const { rows = [], totalElements } = await listFor()(state ? { ...rest, state } : rest, { signal })
        return { content: rows, totalElements }
      },
    }),
}

const thenRefresh = async <T>(work: Promise<T>): Promise<T> => {
  const result = await work
  await queryClient.invalidateQueries({ queryKey: importQueries.all })
  return result
}

export interface UploadTerms {
  mode: ImportBatch['mode']
  dryRun: boolean
  submitAfterCommit: boolean
}

export const importWrites = {
  upload: (file: File, terms: UploadTerms, onProgress: (part: number) => void) =>
    thenRefresh(
      sdk.imports.upload(
        { file, ...terms },
        { onUpload: (sent, total) => onProgress(total ? sent / total : 0), idempotencyKey: true },
      ),
    ),
  commit: (id: number, skipRepeat: boolean) => thenRefresh(sdk.imports.commit(id, { skipRepeat })),
  cancel: (id: number) => thenRefresh(sdk.imports.cancel(id)),
  correct: (id: number, rowNo: number, cells: Record<string, string>) =>
    thenRefresh(sdk.imports.correctRows(id, { rows: [{ rowNo, cells }] })),
}
