import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { ImportRow } from '@xinchu/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CHUNK_ROWS, type Chunk, importQueries, type Listed } from './queries.ts'

const chunkOf = (index: number) => Math.floor(index / CHUNK_ROWS)

/** Numbers of the chunks that hold these rows, always including the first, which tells the total. */
function chunksFor(first: number, last: number): number[] {
  const from = chunkOf(first)
  const wanted = Array.from({ length: chunkOf(last) - from + 1 }, (_, at) => from + at)
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
      const isShort = data && data.rows.length < Math.min(CHUNK_ROWS, total - at * CHUNK_ROWS)
      if (!isShort || asked.current.get(at) === total) continue
      asked.current.set(at, total)
      void refetch?.({ cancelRefetch: false })
    }
  }, [window, results, total])
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
    rowAt: (index: number): ImportRow | undefined => chunks.get(chunkOf(index))?.rows[index % CHUNK_ROWS],
    /** Loads the chunk of a row if necessary. */
    async reach(index: number): Promise<ImportRow | undefined> {
      const query = importQueries.chunk(listed, chunkOf(index))
      const here = client.getQueryData(query.queryKey)?.rows[index % CHUNK_ROWS]
      if (here) return here
      const { rows } = await client.fetchQuery({ ...query, staleTime: 0 })
      return rows[index % CHUNK_ROWS]
    },
  }
}
