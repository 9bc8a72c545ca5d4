import { useQueries } from '@tanstack/react-query'
import type { ImportRow } from '@xinchu/sdk'
import { useCallback, useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { CHUNK_ROWS, type Chunk, importQueries, type Listed } from './queries.ts'

const chunkOf = (index: number) => Math.floor(index / CHUNK_ROWS)

/** The numbers of the chunks that hold these rows; the first is always among them, for it tells how many there are. */
function chunksFor(first: number, last: number): number[] {
  const from = chunkOf(first)
  const wanted = Array.from({ length: chunkOf(last) - from + 1 }, (_, at) => from + at)
  return wanted.includes(0) ? wanted : [0, ...wanted]
}

/** Rows of a batch in one state, fetched as they come into sight; what is listed stays listed whatever becomes of it. */
export function useStagedRows(listed: Listed) {
  const [window, setWindow] = useState<readonly number[]>([0])
  const results = useQueries({ queries: window.map((at) => importQueries.chunk(listed, at)) })
  const chunks = new Map<number, Chunk>(
    window.flatMap((at, index) => {
      const data = results[index]?.data
      return data ? [[at, data] as const] : []
    }),
  )
  const first = chunks.get(0)
  const error = results.find((result) => result.error)?.error
  const see = useCallback((from: number, to: number) => {
    const next = chunksFor(from, to)
    setWindow((before) => (before.join() === next.join() ? before : next))
  }, [])
  return {
    total: first?.total ?? 0,
    columns: first?.columns,
    error,
    retry() {
      for (const result of results) if (result.error) void result.refetch()
    },
    see,
    rowAt: (index: number): ImportRow | undefined => chunks.get(chunkOf(index))?.rows[index % CHUNK_ROWS],
    /** Fetches the chunk that holds a row, if need be. */
    async reach(index: number): Promise<ImportRow | undefined> {
      const { rows } = await queryClient.fetchQuery(importQueries.chunk(listed, chunkOf(index)))
      return rows[index % CHUNK_ROWS]
    },
  }
}
