import { useQuery } from '@tanstack/react-query'
import { Select } from '../ui/inputs.tsx'
import { usePorts } from '../ui/ports.ts'
import { batchesQuery, batchKey, batchName, batchOfAddress } from './pilot-batch.ts'

/** The batch that a list is limited to by its address; undefined for all. */
export function useBatchFilter() {
  const [search] = usePorts().useSearch()
  return batchOfAddress(search)
}

const ALL = '全部批次'

/** Limits a list to one batch, in its address. */
export function BatchFilter() {
  const [search, change] = usePorts().useSearch()
  const { data = [] } = useQuery(batchesQuery)
  const batch = useBatchFilter()
  const key = batch ? batchKey(batch) : ''
  const options = data.map((each) => ({ value: batchKey(each), label: batchName(each) }))
  const isListed = !batch || options.some(({ value }) => value === key)
  return (
    <span className="w-48">
      <Select
        aria-label="批次"
        placeholder={ALL}
        value={key}
        onValue={(chosen) => change({ ...search, batch: chosen || undefined, page: undefined })}
        options={isListed ? options : [{ value: key, label: batchName(batch) }, ...options]}
      />
    </span>
  )
}
