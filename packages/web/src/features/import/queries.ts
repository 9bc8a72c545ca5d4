import {
  type MutationFunctionContext,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import type { BatchResult, FileReply, ImportAnswer, ImportBatch, ImportPage, ImportRow } from '@xinchu/sdk'
import { answerImport, imports, projects } from '@xinchu/sdk'
import { callsOf } from '../../app/query-client.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { saveFile } from '../../lib/save-file.ts'

const sdkOf = callsOf({ imports, projects })

const READING = new Set<string>(['UPLOADED', 'PARSING', 'VALIDATING'])
const ASK_AGAIN_MS = 1_000
const ASK_SOON_MS = 250
/** Most batches are read within seconds. Longer ones are polled less often. */
const SOON_ANSWERS = 24

type InState = Pick<ImportBatch, 'state'>

/** Whether a batch's rows are still being read and checked. */
export const isBeingRead = ({ state }: InState): boolean => READING.has(state)

/** Whether the server works on a batch. */
export const isWorking = (batch: InState): boolean => isBeingRead(batch) || batch.state === 'COMMITTING'

interface PageQuery {
  page?: number
  size?: number
}

/** Provinces and the nation have a separate list with their offices' batches. */
const listFor = (client: QueryClient) => {
  const sdk = sdkOf(client)
  const user = client.getQueryData(sessionQueries.info.queryKey)?.user
  return user && may(user, 'imports.oversee') ? sdk.imports.listForProvince : sdk.imports.list
}

type RowState = ImportRow['state']

/** Rows per chunk. */
export const CHUNK_ROWS = 200
const KEPT_MS = 30 * 60_000

/** A list of a batch's rows: of one state, or all. */
export interface Listed {
  batchId: number
  state: RowState | undefined
  /** A new number reloads the list. */
  turn: number
}

export interface Chunk {
  rows: readonly ImportRow[]
  /** Length of the list, from its first chunk. */
  total: number
  columns: NonNullable<ImportPage['columns']>
}

const ROWS = 'import-rows'
const chunkKey = ({ batchId, state, turn }: Listed, at: number) => [ROWS, batchId, state, turn, at] as const

/** Last row of the nearest loaded full chunk before this one, and the number of chunks between. */
function anchorOf(client: QueryClient, listed: Listed, at: number): { afterRow?: number; page: number } {
  for (let before = at - 1; before >= 0; before -= 1) {
    // A partial chunk was loaded while the batch was being read, so its last row is outdated.
    const last = client.getQueryData<Chunk>(chunkKey(listed, before))?.rows[CHUNK_ROWS - 1]
    if (last) return { afterRow: last.rowNo, page: at - before - 1 }
  }
  return { page: at }
}

async function fetchChunk(
  client: QueryClient,
  listed: Listed,
  at: number,
  signal: AbortSignal,
): Promise<Chunk> {
  const { batchId, state } = listed
  // Corrected rows leave their state. Continuing after a known row ensures that none is skipped.
  const query = { batchId, size: CHUNK_ROWS, ...anchorOf(client, listed, at), ...(state ? { state } : {}) }
  const { rows = [], columns = [], totalElements } = await listFor(client)(query, { signal })
  return { rows, columns, total: totalElements }
}

export const importQueries = {
  all: ['imports'] as const,
  lists: ['imports', 'batches'] as const,
  batches: (query: PageQuery) =>
    queryOptions({
      queryKey: [...importQueries.lists, query],
      queryFn: ({ client, signal }) => listFor(client)(query, { signal }),
      // Poll while a batch is being processed.
      refetchInterval: ({ state }) => (state.data?.content.some(isWorking) ? ASK_AGAIN_MS : false),
    }),
  batch: (id: number) =>
    queryOptions({
      queryKey: [...importQueries.all, 'batch', id],
      queryFn: ({ client, signal }) => sdkOf(client).imports.get(id, { signal }),
      // Poll again only after the previous reply, and only while the page is visible.
      refetchInterval({ state: { data, dataUpdateCount } }) {
        if (!data || !isWorking(data)) return false
        return dataUpdateCount > SOON_ANSWERS ? ASK_AGAIN_MS : ASK_SOON_MS
      },
    }),
  /** What the cells of an own batch leave open. */
  questions: (id: number) =>
    queryOptions({
      queryKey: [...importQueries.all, 'questions', id],
      queryFn: ({ client, signal }) => sdkOf(client).imports.questions(id, { signal }),
    }),
  chunk: (listed: Listed, at: number) =>
    queryOptions({
      queryKey: chunkKey(listed, at),
      queryFn: ({ client, signal }) => fetchChunk(client, listed, at, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: KEPT_MS,
    }),
}

/** First row, in a state or any, after a workbook row, with its index among all rows; undefined if there is none. */
export async function nextRow(
  client: QueryClient,
  batchId: number,
  state: RowState | undefined,
  afterRow: number,
): Promise<{ row: ImportRow; index: number } | undefined> {
  const { rows = [], before = 0 } = await listFor(client)({
    batchId,
    afterRow,
    size: 1,
    ...(state ? { state } : {}),
  })
  return rows[0] && { row: rows[0], index: before }
}

export interface UploadTerms {
  mode: ImportBatch['mode']
  dryRun: boolean
  submitAfterCommit: boolean
  /** The sheet to import, where several have projects; empty for the only one. */
  sheet: string
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
async function correct(
  { id, cells }: Corrections,
  { client }: MutationFunctionContext,
): Promise<ImportRow[]> {
  const rows = Object.entries(cells).map(([rowNo, texts]) => ({ rowNo: Number(rowNo), cells: { ...texts } }))
  const found = await sdkOf(client).imports.correctRows(id, { rows })
  putRows(client, id, found)
  return found
}

/** Shows rows as they are now, where they are listed. */
function putRows(client: QueryClient, id: number, found: readonly ImportRow[]): void {
  const next = new Map(found.map((row) => [row.rowNo, row]))
  client.setQueriesData<Chunk>(
    { queryKey: [ROWS, id] },
    (chunk) => chunk && { ...chunk, rows: chunk.rows.map((row) => next.get(row.rowNo) ?? row) },
  )
}

/** Answers a question, in one row or in all that ask it. The questions are listed anew before it ends. */
async function answer(
  { id, answer: given }: { id: number; answer: ImportAnswer },
  { client }: MutationFunctionContext,
): Promise<void> {
  const calls = sdkOf(client).imports
  const correctRows: typeof calls.correctRows = async (...call) => {
    const rows = await calls.correctRows(...call)
    putRows(client, id, rows)
    return rows
  }
  if (given.rowNo === undefined) await answerImport({ correctRows }, id, given, given.choice)
  else await correctRows(id, { answers: [given] })
  await client.fetchQuery({ ...importQueries.questions(id), staleTime: 0 })
}

/** Projects per call. */
const MOST_IDS = 500
const LONG_MS = 120_000

/** Names of the projects that a batch has written, by project. */
async function writtenBy(client: QueryClient, batchId: number): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (let page = 0; ; page += 1) {
    const { rows = [] } = await listFor(client)({ batchId, state: 'COMMITTED', page, size: CHUNK_ROWS })
    for (const { projectId, raw } of rows)
      if (projectId !== undefined) names.set(projectId, raw['projectName'] ?? '')
    if (rows.length < CHUNK_ROWS) return names
  }
}

/** Submits what a batch has written. */
async function submit(batchId: number, { client }: MutationFunctionContext) {
  const names = await writtenBy(client, batchId)
  const ids = [...names.keys()]
  const outcome: Pick<BatchResult, 'succeeded' | 'failed'> = { succeeded: [], failed: [] }
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const part = { action: 'SUBMIT' as const, ids: ids.slice(from, from + MOST_IDS) }
    const { succeeded, failed } = await sdkOf(client).projects.submit(part, { timeout: LONG_MS })
    outcome.succeeded.push(...succeeded)
    outcome.failed.push(...failed)
  }
  return { outcome, names }
}

export const importMutations = {
  upload: mutationOptions({
    async mutationFn({ file, terms: { sheet, ...fields }, onProgress }: Upload, { client }) {
      const batch = await sdkOf(client).imports.upload(
        { file, ...fields, ...(sheet.trim() === '' ? {} : { sheet: sheet.trim() }) },
        { onUpload: (sent, total) => onProgress(total ? sent / total : 0), idempotencyKey: true },
      )
      // The batch is shown from this reply, without another request.
      client.setQueryData(importQueries.batch(batch.id).queryKey, batch)
      return batch
    },
    // The list is about to leave the page.
    meta: { invalidates: [importQueries.lists], refetch: 'on-show' },
  }),
  commit: mutationOptions({
    mutationFn: ({ id, ...terms }: { id: number; skipRepeat: boolean; forceFields?: string[] }, { client }) =>
      sdkOf(client).imports.commit(id, terms),
    meta: { invalidates: [importQueries.all] },
  }),
  /** Lists keep the rows until the outcome has been read. */
  submit: mutationOptions({
    mutationFn: submit,
    meta: { invalidates: [queryKeys.projects, queryKeys.review], refetch: 'by-caller' },
  }),
  cancel: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).imports.cancel(id),
    meta: { invalidates: [importQueries.all] },
  }),
  downloadTemplate: mutationOptions<FileReply>({
    mutationFn: (_nothing, { client }) => sdkOf(client).imports.downloadTemplate({}),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '导入模板.xlsx'),
  }),
  /** A workbook of the rows with issues. */
  downloadErrors: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).imports.downloadErrors(id),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '问题说明.xlsx'),
  }),
  answer: mutationOptions({
    mutationFn: answer,
    meta: { invalidates: [importQueries.all], refetch: 'background' },
  }),
  correct: mutationOptions({
    mutationFn: correct,
    meta: { invalidates: [importQueries.all], refetch: 'background' },
  }),
}
