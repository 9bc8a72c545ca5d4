import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ImportBatch, ImportPage, ImportRow } from '@xinchu/sdk'
import { may } from '@xinchu/sdk/rights'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'

const READING = new Set<string>(['UPLOADED', 'PARSING', 'VALIDATING'])
const ASK_AGAIN_MS = 1_000
const ASK_SOON_MS = 250
/** Most batches have been read within some seconds; those that have not are asked for less often. */
const SOON_ANSWERS = 24

type InState = Pick<ImportBatch, 'state'>

/** Whether the rows of a batch are still being read and checked. */
export const isBeingRead = ({ state }: InState): boolean => READING.has(state)

/** Whether the server works on a batch. */
export const isWorking = (batch: InState): boolean => isBeingRead(batch) || batch.state === 'COMMITTING'

interface PageQuery {
  page?: number
  size?: number
}

/** Provinces and the nation have a list of their own, with the batches of their offices. */
const listFor = () => {
  const user = queryClient.getQueryData(sessionQueries.info.queryKey)?.user
  return user && may(user, 'imports.oversee') ? sdk.imports.listForProvince : sdk.imports.list
}

type RowState = ImportRow['state']

/** Rows that are fetched at a time. */
export const CHUNK_ROWS = 200
const KEPT_MS = 30 * 60_000

/** The rows of a batch as they were when they were asked for: those of a state, or all. */
export interface Listed {
  batchId: number
  state: RowState | undefined
  /** Another number asks anew. */
  turn: number
}

export interface Chunk {
  rows: readonly ImportRow[]
  /** Rows of the list, as its first chunk told it. */
  total: number
  columns: NonNullable<ImportPage['columns']>
}

const ROWS = 'import-rows'
const chunkKey = ({ batchId, state, turn }: Listed, at: number) => [ROWS, batchId, state, turn, at] as const

/** The last row of the nearest full chunk before this one that is here, and how many chunks lie between. */
function anchorOf(listed: Listed, at: number): { afterRow?: number; page: number } {
  for (let before = at - 1; before >= 0; before -= 1) {
    // One that is not full came while the batch was being read: its last row then is not its last now.
    const last = queryClient.getQueryData<Chunk>(chunkKey(listed, before))?.rows[CHUNK_ROWS - 1]
    if (last) return { afterRow: last.rowNo, page: at - before - 1 }
  }
  return { page: at }
}

async function fetchChunk(listed: Listed, at: number, signal: AbortSignal): Promise<Chunk> {
  const { batchId, state } = listed
  // Rows that were put right have left their state: counting begins behind one that is known, so that none is skipped.
  const query = { batchId, size: CHUNK_ROWS, ...anchorOf(listed, at), ...(state ? { state } : {}) }
  const { rows = [], columns = [], totalElements } = await listFor()(query, { signal })
  return { rows, columns, total: totalElements }
}

export const importQueries = {
  all: ['imports'] as const,
  lists: ['imports', 'batches'] as const,
  batches: (query: PageQuery) =>
    queryOptions({
      queryKey: [...importQueries.lists, query],
      queryFn: ({ signal }) => listFor()(query, { signal }),
      // Batches that are worked on are watched.
      refetchInterval: ({ state }) => (state.data?.content.some(isWorking) ? ASK_AGAIN_MS : false),
    }),
  batch: (id: number) =>
    queryOptions({
      queryKey: [...importQueries.all, 'batch', id],
      queryFn: ({ signal }) => sdk.imports.get(id, { signal }),
      // Never two at once: the next is asked for so long after an answer, and only while the page is looked at.
      refetchInterval({ state: { data, dataUpdateCount } }) {
        if (!data || !isWorking(data)) return false
        return dataUpdateCount > SOON_ANSWERS ? ASK_AGAIN_MS : ASK_SOON_MS
      },
    }),
  chunk: (listed: Listed, at: number) =>
    queryOptions({
      queryKey: chunkKey(listed, at),
      queryFn: ({ signal }) => fetchChunk(listed, at, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: KEPT_MS,
    }),
}

/** The first row in a state behind a row of the workbook, and its place among all rows from 0; none when there is none. */
export async function nextRow(
  batchId: number,
  state: RowState,
  afterRow: number,
): Promise<{ row: ImportRow; index: number } | undefined> {
  const { rows = [], before = 0 } = await listFor()({ batchId, state, afterRow, size: 1 })
  return rows[0] && { row: rows[0], index: before }
}

export interface UploadTerms {
  mode: ImportBatch['mode']
  dryRun: boolean
  submitAfterCommit: boolean
}

interface Upload {
  file: File
  terms: UploadTerms
  onProgress: (part: number) => void
}

interface Corrections {
  id: number
  cells: Readonly<Record<number, Readonly<Record<string, string>>>>
}

/** Stores cell texts and returns their rows as checked. The rows stay where they are listed. */
async function correct({ id, cells }: Corrections): Promise<ImportRow[]> {
  const rows = Object.entries(cells).map(([rowNo, texts]) => ({ rowNo: Number(rowNo), cells: { ...texts } }))
  const found = await sdk.imports.correctRows(id, { rows })
  const next = new Map(found.map((row) => [row.rowNo, row]))
  queryClient.setQueriesData<Chunk>(
    { queryKey: [ROWS, id] },
    (chunk) => chunk && { ...chunk, rows: chunk.rows.map((row) => next.get(row.rowNo) ?? row) },
  )
  return found
}

export const importMutations = {
  upload: mutationOptions({
    async mutationFn({ file, terms, onProgress }: Upload) {
      const batch = await sdk.imports.upload(
        { file, ...terms },
        { onUpload: (sent, total) => onProgress(total ? sent / total : 0), idempotencyKey: true },
      )
      // The batch is shown from this reply, without another request.
      queryClient.setQueryData(importQueries.batch(batch.id).queryKey, batch)
      return batch
    },
    // The list is about to leave the page.
    meta: { invalidates: [importQueries.lists], refetch: 'on-show' },
  }),
  commit: mutationOptions({
    mutationFn: ({ id, skipRepeat }: { id: number; skipRepeat: boolean }) =>
      sdk.imports.commit(id, { skipRepeat }),
    meta: { invalidates: [importQueries.all] },
  }),
  cancel: mutationOptions({
    mutationFn: (id: number) => sdk.imports.cancel(id),
    meta: { invalidates: [importQueries.all] },
  }),
  correct: mutationOptions({
    mutationFn: correct,
    meta: { invalidates: [importQueries.all], refetch: 'background' },
  }),
}
