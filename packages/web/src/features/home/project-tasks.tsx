import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { figure } from '../../lib/figures.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { homeQueries } from './queries.ts'

const REVIEW = '/esproject/audit/index'

/** The projects that wait for the office, those that have waited longest first. */
export function ProjectTasks() {
  const { data, error, refetch } = useQuery(homeQueries.projects())
  return (
    <section className="card min-w-0 px-4 py-3">
      <header className="mb-1 flex items-center gap-2">
        <h2 className="mr-auto font-medium">待办项目</h2>
        <Link to={REVIEW} className="text-brand-ink text-s hover:underline">
          全部待办（{figure(data?.totalElements)}）
        </Link>
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={4} />}
      {data?.content.length === 0 && <Empty>没有待办理的项目</Empty>}
      <ul>
        {data?.content.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 text-s first:border-t-0"
          >
            <Link
              to="/esproject/detail/$id"
              params={{ id: String(row.id) }}
              className="min-w-0 flex-1 basis-60 truncate font-medium text-brand-ink hover:underline"
            >
              {row.projectName}
            </Link>
            <StatusTag label={row.declareStatusLabel ?? ''} />
            <span className="whitespace-nowrap text-ink-faint text-xs">
              {figure(row.ratedPower)} MW／{figure(row.ratedEnergy)} MWh
            </span>
            <span className="whitespace-nowrap text-ink-faint text-xs">
              自 {row.waitingSince?.slice(0, 16)} 起等待
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
