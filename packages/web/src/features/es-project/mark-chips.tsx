import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { readListSearch } from '../../lib/list-search.ts'
import { usePorts } from '../../ui/ports.ts'
import { conditionsOf, type Filter } from '../../ui/table/filters.ts'
import { type CountQuery, projectQueries } from './queries.ts'
import { Chip } from './stage-bar.tsx'

const MARKS = [
  { label: '疑似重复', name: 'suspected' },
  { label: '有警告', name: 'warned' },
  { label: '有意见', name: 'remarked' },
] as const

interface MarkChipsProps {
  /** Filters fixed by the screen. */
  fixed: CountQuery
  filters: readonly Filter<Extract<keyof CountQuery, string>>[]
}

/** Projects to look at first: each chip counts them under the list's other filters, and filters the list. */
export function MarkChips({ fixed, filters }: MarkChipsProps) {
  const [search, setSearch] = usePorts().useSearch()
  const counts = useQueries({
    queries: MARKS.map(({ name }) => {
      const others = conditionsOf(filters, readListSearch({ ...search, [name]: undefined }))
      return {
        ...projectQueries.count({ ...others, ...fixed, [name]: true }),
        placeholderData: keepPreviousData<number>,
      }
    }),
  })
  return (
    <fieldset className="flex flex-wrap gap-1.5 border-line sm:border-l sm:pl-3" data-print="none">
      <legend className="sr-only">按提示查看</legend>
      {MARKS.map(({ label, name }, index) => {
        const isChosen = String(search[name]) === 'true'
        const stage = { label, count: counts[index]?.data, condition: {} }
        const choose = () => setSearch({ ...search, [name]: isChosen ? undefined : 'true', page: undefined })
        return <Chip key={name} stage={stage} isChosen={isChosen} onChoose={choose} />
      })}
    </fieldset>
  )
}
