import { queryOptions, useQuery } from '@tanstack/react-query'
import { home } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { callsOf } from '../../app/query-client.ts'
import { figure } from '../../lib/figures.ts'
import { momentOf } from '../../lib/moment.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { bySubject } from './changes-words.ts'
import { Nothing } from './nothing.tsx'
import { useGranted } from './use-granted.ts'

const sdkOf = callsOf({ home })

const changes = queryOptions({
  queryKey: ['home', 'changes'],
  queryFn: ({ client, signal }) => sdkOf(client).home.changes({ signal }),
  staleTime: 30_000,
})

/** Lists of the records, by the subject of their events; the first that the user may open. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  project: ['/esproject/query/index', '/esproject/declare/index'],
  usage: ['/decision/quarter/government/index', '/planningmonitoring/project/completeness'],
  yearCalc: ['/decision/year/calculation/index'],
  demo: ['/demonstration/apply/index'],
  workReport: ['/provincial/workreport/index'],
}

/** What other offices did within the user's scope since the last log-in. */
export function Changes() {
  const { data, error, refetch } = useQuery(changes)
  const granted = useGranted().map(({ path }) => path)
  return (
    <section className="card min-w-0 px-4 py-3" aria-label="上次登录以来">
      <header className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <h2 className="mr-auto font-medium">上次登录以来</h2>
        {data && <span className="text-ink-faint text-xs">自 {momentOf(data.since)}</span>}
      </header>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={3} />}
      {data?.changes.length === 0 && <Nothing>其他单位没有新的办理</Nothing>}
      <ul>
        {data &&
          bySubject(data).map(({ subject, name, steps }) => {
            const list = LISTS[subject]?.find((path) => granted.includes(path))
            return (
              <li
                key={subject}
                className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-line border-t py-2 text-s first:border-t-0"
              >
                {list ? (
                  <GrantedLink
                    to={list as never} // an address that the menu grants
                    className="text-brand-ink hover:underline"
                  >
                    {name}
                  </GrantedLink>
                ) : (
                  <span>{name}</span>
                )}
                <span className="ml-auto text-right text-ink-soft text-xs">
                  {steps.map((step) => `${step.name} ${figure(step.records)}`).join('，')}
                </span>
              </li>
            )
          })}
      </ul>
    </section>
  )
}
