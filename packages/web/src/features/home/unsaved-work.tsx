import { useQuery } from '@tanstack/react-query'
import { unsavedQueries } from '../../app/unsaved.ts'
import { UnsavedList } from './unsaved-list.tsx'

/** 未提交的填写: shown while there is some. */
export function UnsavedWork() {
  const { data } = useQuery(unsavedQueries.list())
  if (!data || data.length === 0) return null
  return (
    <section className="card min-w-0 px-4 py-3" aria-label="未提交的填写">
      <h2 className="mb-1 font-medium">未提交的填写（{data.length}）</h2>
      <UnsavedList entries={data} />
    </section>
  )
}
