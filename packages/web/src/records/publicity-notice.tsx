import { queryOptions, useQuery } from '@tanstack/react-query'
import { sdkOf } from '../app/pilot-sdk.ts'
import { queryKeys } from '../app/query-keys.ts'
import { today } from '../lib/beijing.ts'
import { leftText } from '../lib/due.ts'

/** Batches in their publicity period, the newest first. The public list has only those that began. */
const publicised = queryOptions({
  queryKey: [...queryKeys.demos, 'publicised'],
  async queryFn({ client, signal }) {
    const { batches } = await sdkOf(client).demoReview.listPublic({ projects: false }, { signal })
    return batches.filter(({ endTime }) => endTime.slice(0, 10) >= today())
  },
})

/** The batches whose selected projects can be objected to, each with the time left. Nothing while there is none. */
export function PublicityNotice() {
  const { data: open = [] } = useQuery(publicised)
  if (open.length === 0) return null
  return (
    <section aria-label="公示中" className="card min-w-0 px-4 py-3">
      <ul>
        {open.map(({ batchYear, batchNo, endTime }) => (
          <li key={`${batchYear}-${batchNo}`}>
            <a href="/publicity" className="text-brand-ink hover:underline">
              公示中：{batchYear}年第{batchNo}批试点示范项目
            </a>
            <span className="text-ink-soft text-s">，{leftText(endTime)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
