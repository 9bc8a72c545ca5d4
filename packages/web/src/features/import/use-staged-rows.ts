import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import type { ImportRow } from '@xinchu/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RowRange } from '../../ui/sheet/paste-unread.ts'
import { CHUNK_ROWS, type Chunk, importQueries, type Listed } from './queries.ts'

/** Chunks that are read at the same time. */
const READ_AT_ONCE = 4

const chunkOf = (index: number) => Math.floor(index / CHUNK_ROWS)

/** Numbers of the chunks that hold these rows. */
const chunksIn = ({ from, to }: RowRange): number[] =>
  Array.from({ length: chunkOf(to) - chunkOf(from) + 1 }, (_, at) => chunkOf(from) + at)

/** Numbers of the chunks that hold these rows, always including the first, which tells the total. */
function chunksFor(first: number, last: number): number[] {
  const wanted = chunksIn({ from: first, to: last })
  return wanted.includes(0) ? wanted : [0, ...wanted]
}

/**
 * Length of a list opened while its batch is being read. It grows until reading ends and then stays fixed. Undefined for
 * any other list.
 */
function useGrowing(count: number, isReading: boolean): number | undefined {
  const [grown, setGrown] = useState(isReading ? { count, isOver: false } : undefined)
  if (grown && !grown.isOver && (grown.count !== count || !isReading)) setGrown({ count, isOver: !isReading })
  return grown?.count
}

interface Result {
  data: Chunk | undefined
  refetch: (options: { cancelRefetch: false }) => unknown
}

/** Reloads chunks that were loaded with fewer rows, once per growth of the list. */
function useFilling(window: readonly number[], results: readonly Result[], total: number): void {
  const asked = useRef(new Map<number, number>())
  useEffect(() => {
    for (const [index, at] of window.entries()) {
      const { data, refetch } = results[index] ?? {}
      const isShort = data && data.rows.length < fullLength(at, total)
      if (!isShort || asked.current.get(at) === total) continue
      asked.current.set(at, total)
      void refetch?.({ cancelRefetch: false })
    }
  }, [window, results, total])
}

/** Number of rows that a chunk has in a list of this length. */
const fullLength = (at: number, total: number) => Math.min(CHUNK_ROWS, total - at * CHUNK_ROWS)

/** Loads the rows of these ranges. A chunk that was loaded before the list grew is loaded again. */
async function readRanges(
  client: QueryClient,
  listed: Listed,
  ranges: readonly RowRange[],
  total: number,
): Promise<void> {
  const wanted = [...new Set(ranges.flatMap(chunksIn))]
  const read = (at: number) => {
    const query = importQueries.chunk(listed, at)
    const known = client.getQueryData(query.queryKey)
    if (known && known.rows.length >= fullLength(at, total)) return known
    return client.fetchQuery({ ...query, staleTime: 0 })
  }
  for (let from = 0; from < wanted.length; from += READ_AT_ONCE)
    await Promise.all(wanted.slice(from, from + READ_AT_ONCE).map(read))
}

/** A row, whose chunk is loaded if necessary. */
async function reachRow(client: QueryClient, listed: Listed, index: number): Promise<ImportRow | undefined> {
  const query = importQueries.chunk(listed, chunkOf(index))
  const here = client.getQueryData(query.queryKey)?.rows[index % CHUNK_ROWS]
  if (here) return here
  const { rows } = await client.fetchQuery({ ...query, staleTime: 0 })
  return rows[index % CHUNK_ROWS]
}

/** Finds loaded rows, whether or not they are in view. */
function finderOf(client: QueryClient, listed: Listed, inView: ReadonlyMap<number, Chunk>) {
  // Neighbouring rows are asked for one after the other.
  let near: { at: number; chunk: Chunk } | undefined
  const chunkAt = (at: number): Chunk | undefined => {
    const shown = inView.get(at)
    if (shown || near?.at === at) return shown ?? near?.chunk
    const chunk = client.getQueryData(importQueries.chunk(listed, at).queryKey)
    near = chunk && { at, chunk }
    return chunk
  }
  return (index: number): ImportRow | undefined => chunkAt(chunkOf(index))?.rows[index % CHUNK_ROWS]
}

/**
 * Rows of a batch in one state, loaded as they become visible. Listed rows stay listed when their state changes.
 * @param count number of rows read so far
 */
export function useStagedRows(listed: Listed, count: number, isReading: boolean) {
  const client = useQueryClient()
  const [window, setWindow] = useState<readonly number[]>([0])
  const growing = useGrowing(count, isReading)
  const results = useQueries({
    queries: window.map((at) => ({ ...importQueries.chunk(listed, at), enabled: growing !== 0 })),
  })
  const chunks = new Map<number, Chunk>(
    window.flatMap((at, index) => {
      const data = results[index]?.data
      return data ? [[at, data] as const] : []
    }),
  )
  const first = chunks.get(0)
  const total = growing ?? first?.total ?? 0
  useFilling(window, results, total)
  const error = results.find((result) => result.error)?.error
  const see = useCallback((from: number, to: number) => {
    const next = chunksFor(from, to)
    setWindow((before) => (before.join() === next.join() ? before : next))
  }, [])
  const isWaiting = isReading && listed.state === undefined
  return {
    total,
    /** No such rows, or none yet. */
    isEmpty: growing === undefined ? first?.total === 0 : growing === 0 && !isWaiting,
    columns: first?.columns,
    error,
    retry() {
      for (const result of results) if (result.error) void result.refetch()
    },
    see,
    rowAt: finderOf(client, listed, chunks),
    read: (ranges: readonly RowRange[]) => readRanges(client, listed, ranges, total),
    reach: (index: number) => reachRow(client, listed, index),
  }
}
