import type { DemoProjectRow } from '@xinchu/sdk'
import { useState } from 'react'
import { type Batch, batchesOf, batchIn, batchKey } from '../../records/pilot-batch.ts'
import { usePorts } from '../../ui/ports.ts'

interface ChosenBatch {
  batches: readonly Batch[]
  batch: Batch | undefined
  /** The projects of the batch. */
  rows: readonly DemoProjectRow[]
  choose: (key: string) => void
}

/**
 * The batch in the address (`batch=2026-1`), that of the project in the address, or the latest one with work; without
 * work the latest.
 */
export function useProjectBatch(
  all: readonly DemoProjectRow[],
  isWaiting: (row: DemoProjectRow) => boolean,
): ChosenBatch {
  const [search, change] = usePorts().useSearch()
  const batches = batchesOf(all)
  const isOf = (batch: Batch) => (row: DemoProjectRow) => batchKey(row) === batchKey(batch)
  const linked = all.find(({ id }) => id === Number(search['id']))
  const withWork = batches.find((batch) => all.filter(isOf(batch)).some(isWaiting)) ?? batches[0]
  // Chosen once: the last decision on a batch must not turn the page to another one.
  const [opened, setOpened] = useState('')
  if (opened === '' && withWork) setOpened(batchKey(withWork))
  const batch =
    batchIn(batches, String(search['batch'] ?? '')) ??
    batchIn(batches, linked ? batchKey(linked) : '') ??
    batchIn(batches, opened) ??
    withWork
  return {
    batches,
    batch,
    rows: batch ? all.filter(isOf(batch)) : [],
    choose: (key) => change({ ...search, batch: key }),
  }
}
