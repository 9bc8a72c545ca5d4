import { isXinchuError } from '../../errors.ts'
import type { CallOptions } from '../../http/types.ts'
import type { ImportRow } from '../../types.ts'
import { patiently } from '../patience.ts'
import type { ImportCalls } from './types.ts'

const PAGE_ROWS = 200

/** The rows of a batch in order. */
export async function* rowsOf(
  calls: ImportCalls,
  batchId: number,
  call: CallOptions,
  state?: ImportRow['state'],
): AsyncGenerator<ImportRow, void, void> {
  const query = { batchId, ...(state ? { state } : {}), size: PAGE_ROWS }
  let { list } = calls
  for (let page = 0; ; page++) {
    const found = await patiently(
      () => list({ ...query, page }, { ...call, isQuiet: page === 0 }),
      call.signal,
    ).catch((error: unknown) => {
      if (!isXinchuError(error) || error.kind !== 'forbidden') throw error
      // Provinces and the administrator use a separate list. That the first is closed to them is no news to the hooks.
      list = calls.listForProvince
      return list({ ...query, page }, call)
    })
    yield* found.rows ?? []
    if (!found.rows?.length || (page + 1) * PAGE_ROWS >= found.totalElements) return
  }
}

/** Puts the rows that were refused before they were sent among those of the server, by their numbers. */
export async function* withUnsent(
  unsent: readonly ImportRow[],
  rows: AsyncIterable<ImportRow>,
): AsyncGenerator<ImportRow, void, void> {
  let at = 0
  for await (const row of rows) {
    for (let next = unsent[at]; next && next.rowNo < row.rowNo; next = unsent[at]) {
      yield next
      at += 1
    }
    yield row
  }
  yield* unsent.slice(at)
}

export async function* those(
  rows: AsyncIterable<ImportRow>,
  isWanted: (row: ImportRow) => boolean,
): AsyncGenerator<ImportRow, void, void> {
  for await (const row of rows) if (isWanted(row)) yield row
}
