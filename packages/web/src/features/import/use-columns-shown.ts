import type { ImportBatch } from '@xinchu/sdk'
import { usePorts } from '../../ui/ports.ts'
import { mayReadAgain } from './batch-state.ts'

/** Whether the columns of a batch that was read are shown in place of its rows. */
export function useColumnsShown(batch: ImportBatch | undefined) {
  const [search, setSearch] = usePorts().useSearch()
  const isOffered = batch !== undefined && mayReadAgain(batch)
  const show = (isShown: boolean) =>
    setSearch({ ...search, view: isShown ? 'columns' : undefined, action: undefined, page: undefined })
  return { isOffered, isShown: isOffered && search['view'] === 'columns', show }
}

export type ColumnsShown = ReturnType<typeof useColumnsShown>
