import type { QueryClient } from '@tanstack/react-query'
import type { ImportRow } from '@xinchu/sdk'
import type { Place } from '../../ui/table/keyboard.ts'
import { type Listed, nextRow } from './queries.ts'
import { issuesOf } from './row-columns.ts'

interface Rows {
  total: number
  rowAt: (index: number) => ImportRow | undefined
  reach: (index: number) => Promise<ImportRow | undefined>
}

interface Search {
  from: Place
  columnOf: (field: string | undefined) => number
  /** Whether there are rows with errors. Hints are visited only if there are none. */
  hasErrors: boolean
  /** Whether there are rows to confirm. They come before those with hints. */
  hasQuestions: boolean
}

/** First cell with a finding in a row, after a column. */
function cellIn(row: ImportRow, { columnOf, hasErrors }: Search, behind: number): number | undefined {
  const columns = issuesOf(row)
    .filter(({ level }) => level === 'error' || !hasErrors || row.errors.length === 0)
    .map(({ issue }) => columnOf(issue.field))
    .filter((column) => column > behind)
  return columns.length > 0 ? Math.min(...columns) : undefined
}

/** In a list of one state, rows are visited in order and corrected ones are skipped. */
async function nextListed(rows: Rows, search: Search): Promise<Place | undefined> {
  for (let step = 1; step <= rows.total; step += 1) {
    const index = (search.from.row + step) % rows.total
    const row = rows.rowAt(index) ?? (await rows.reach(index))
    const column = row && cellIn(row, search, -1)
    if (column !== undefined) return { row: index, column }
  }
  return undefined
}

/** Next cell to correct after a cell, wrapping around; undefined if there is none. */
export async function nextIssue(
  client: QueryClient,
  listed: Listed,
  rows: Rows,
  search: Search,
): Promise<Place | undefined> {
  const { from, hasErrors, hasQuestions } = search
  const here = rows.rowAt(from.row)
  const column = here && cellIn(here, search, from.column)
  if (column !== undefined) return { row: from.row, column }
  if (listed.state !== undefined) return nextListed(rows, search)
  const state = hasErrors ? 'ERROR' : hasQuestions ? 'ASK' : 'WARN'
  const found =
    (await nextRow(client, listed.batchId, state, here?.rowNo ?? 0)) ??
    (await nextRow(client, listed.batchId, state, 0))
  return found && { row: found.index, column: cellIn(found.row, search, -1) ?? 0 }
}
