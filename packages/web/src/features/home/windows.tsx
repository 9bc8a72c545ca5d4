import { useQuery } from '@tanstack/react-query'
import type { FillTime } from '@xinchu/sdk'
import { usePorts } from '../../ui/ports.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { Deadline, openWindows } from './deadline.tsx'
import { Nothing } from './nothing.tsx'
import { homeQueries } from './queries.ts'

const nameOf = ({ year, quarter }: FillTime) => (quarter ? `${year}年第${quarter}季度` : `${year}年度`)

/** Open fill windows with their deadlines. */
export function Windows() {
  const types = usePorts().useDict('fill_type')
  const { data, dataUpdatedAt, error, refetch } = useQuery(homeQueries.windows())
  const open = data && openWindows(data)
  return (
    <section className="card min-w-0 px-4 py-3">
      <h2 className="mb-1 font-medium">填报时限</h2>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!open && !error && <Loading rows={3} />}
      {open?.length === 0 && <Nothing>当前没有开放的填报</Nothing>}
      <ul>
        {open?.map((each) => (
          <li
            key={each.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line border-t py-2 text-s first:border-t-0"
          >
            <span className="mr-auto">
              {types.find(({ value }) => value === each.fillType)?.label ?? each.fillType}
              <span className="ml-2 text-ink-faint text-xs">{nameOf(each)}</span>
            </span>
            <Deadline window={each} askedAt={dataUpdatedAt} />
          </li>
        ))}
      </ul>
    </section>
  )
}
