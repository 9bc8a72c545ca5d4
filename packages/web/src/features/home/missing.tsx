import { useQuery } from '@tanstack/react-query'
import { GrantedLink } from '../../app/granted-link.tsx'
import { figure } from '../../lib/figures.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { Nothing } from './nothing.tsx'
import { homeQueries, reportedQuarter } from './queries.ts'

const COMPLETENESS = '/planningmonitoring/project/completeness'
const SHOWN = 5

/** The places whose reports of the last quarter are missing, the most first. */
export function Missing() {
  const { data, error, refetch } = useQuery(homeQueries.missing())
  const { year, quarter } = reportedQuarter()
  const places = data
    ?.map(({ key = '', label = '', dueProjects, reportedProjects }) => ({
      key,
      label,
      missing: dueProjects - reportedProjects,
      dueProjects,
    }))
    .filter(({ missing }) => missing > 0)
    .toSorted((a, b) => b.missing - a.missing)
  const total = places?.reduce((sum, { missing }) => sum + missing, 0)
  return (
    <section className="card min-w-0 px-4 py-3" aria-label="缺报">
      <header className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-medium">缺报</h2>
        <span className="mr-auto text-ink-faint text-xs">
          {year}年第{quarter}季度使用情况
        </span>
        <GrantedLink to={COMPLETENESS} className="text-brand-ink text-s hover:underline">
          {total ? `全部 ${figure(total)} 个` : '报送完整性'}
        </GrantedLink>
      </header>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={3} />}
      {places?.length === 0 && <Nothing>应报项目均已报送</Nothing>}
      <ul>
        {places?.slice(0, SHOWN).map(({ key, label, missing, dueProjects }) => (
          <li
            key={key}
            className="flex items-baseline gap-x-3 border-line border-t py-2 text-s first:border-t-0"
          >
            <span className="mr-auto min-w-0 truncate">{label}</span>
            <span className="whitespace-nowrap text-xs">
              <b className="font-medium text-s">{figure(missing)}</b>
              <span className="text-ink-faint"> ／ 应报 {figure(dueProjects)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
