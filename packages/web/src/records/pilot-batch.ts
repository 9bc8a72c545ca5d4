import { queryOptions } from '@tanstack/react-query'
import type { DemoProjectRow } from '@xinchu/sdk'
import { sdkOf } from '../app/pilot-sdk.ts'
import { queryKeys } from '../app/query-keys.ts'
import { numeral } from '../lib/numeral.ts'

export interface Batch {
  batchYear: number
  batchNo: number
}

export const batchKey = ({ batchYear, batchNo }: Batch): string => `${batchYear}-${batchNo}`

/** 第二批（2026 年度）. */
export const batchName = ({ batchYear, batchNo }: Batch): string =>
  `第${numeral(batchNo)}批（${batchYear} 年度）`

/** The batches that exist, the newest first. */
export const batchesQuery = queryOptions({
  queryKey: [...queryKeys.demos, 'batches'],
  queryFn: ({ client, signal }) => sdkOf(client).demoProjects.listBatches({ signal }),
})

/** The batches of some projects, the latest first. */
export function batchesOf(rows: readonly DemoProjectRow[]): readonly Batch[] {
  const found = new Map(
    rows.map(({ batchYear, batchNo }) => [batchKey({ batchYear, batchNo }), { batchYear, batchNo }]),
  )
  return [...found.values()].sort(
    (one, other) => other.batchYear - one.batchYear || other.batchNo - one.batchNo,
  )
}

/** The batch of a key; undefined if there is none. */
export const batchIn = (batches: readonly Batch[], key: string): Batch | undefined =>
  batches.find((each) => batchKey(each) === key)

/** The batch of an address: `batch=2026-1`, or as older links have it `year=2026&batch=1`. */
export function batchOfAddress({ year, batch }: Readonly<Record<string, unknown>>): Batch | undefined {
  const [first = '', second] = String(batch ?? '').split('-')
  const [batchYear, batchNo] = (second === undefined ? [year, first] : [first, second]).map(Number)
  return batchYear && batchNo ? { batchYear, batchNo } : undefined
}
