import { useQuery } from '@tanstack/react-query'
import type { UsageStatRow } from '@xinchu/sdk'
import { missingReports, missingTerm } from '@xinchu/validators'
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
    ?.map((row) => ({ ...row, missing: missingReports(row) }))
    .filter(({ missing }) => missing > 0)
    .toSorted((a, b) => b.missing - a.missing)
  const sum = (of: (row: UsageStatRow) => number) => data?.reduce((all, row) => all + of(row), 0) ?? 0
  const total = sum(missingReports)
  const term = missingTerm({
    dueProjects: total,
    reportedProjects: 0,
    pendingProjects: sum(({ pendingProjects = 0 }) => pendingProjects),
    overdueProjects: sum(({ overdueProjects = 0 }) => overdueProjects),
  })
  return (
    <section className="card min-w-0 px-4 py-3" aria-label={term}>
      <header className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-medium">{term}</h2>
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
