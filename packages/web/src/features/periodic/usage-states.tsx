import { useQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/sdk/codes'
import { deptKinds } from '@xinchu/sdk/rights'
import { sessionQueries } from '../../app/session-queries.ts'
import { usePorts } from '../../ui/ports.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type DueQuery, periodicQueries } from './queries.ts'
import type { Period } from './usage-model.ts'

/** List filters that also apply to the counts. */
export function useDueConditions(): Pick<DueQuery, 'keyword' | 'provinceCode' | 'cityCode' | 'countyCode'> {
  const [search] = usePorts().useSearch()
  const names = ['keyword', 'provinceCode', 'cityCode', 'countyCode'] as const
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])))
}

/** Counts stations by report state under the list's filters. */
export function useStates(period: Period) {
  const query = { ...useDueConditions(), ...period, itemType: 'USAGE' as const, size: 1 }
  return useQuery(periodicQueries.due(query)).data?.states
}

const labelOf = (value: string, label: string) => (value === ReportStatus.draft ? '未填报' : label)

/** Report states with counts. Each filters the list. */
export function StateTabs({ period }: { period: Period }) {
  const [search, setSearch] = usePorts().useSearch()
  const states = useStates(period)
  if (!states) return null
  const shown = search['status'] === undefined ? undefined : String(search['status'])
  const all = states.reduce((sum, { count }) => sum + count, 0)
  const tabs = [{ value: undefined, label: '全部', count: all }, ...states]
  return (
    <fieldset className="flex flex-wrap gap-1.5 px-4 pb-3">
      <legend className="sr-only">报送状态</legend>
      {tabs.map(({ value, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={shown === value}
          onClick={() => setSearch({ ...search, page: undefined, status: value })}
          className="rounded-full border border-line px-3 py-0.5 text-ink-soft text-s hover:bg-hover aria-pressed:border-brand-line aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          {value === undefined ? label : labelOf(value, label)}{' '}
          <span className="tabular-nums">{count.toLocaleString('zh-CN')}</span>
        </button>
      ))}
    </fieldset>
  )
}

// Provinces, and offices that report to one.
const TOLD: ReadonlySet<number> = new Set([deptKinds.province, deptKinds.city, deptKinds.county])

/** Progress of the quarter towards the province in this office's scope. */
export function ProvinceFlag({ period }: { period: Period }) {
  const deptId = Number(useQuery(sessionQueries.info).data?.user.deptId)
  const { data } = useQuery({ ...periodicQueries.provinceFlag(period), enabled: TOLD.has(deptId) })
  if (!data) return null
  const { label, submitted, pending, lockedAt } = data
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-4 pb-3 text-ink-soft text-s">
      报省
      <StatusTag label={label} />
      已报 {submitted.toLocaleString('zh-CN')}，未报 {pending.toLocaleString('zh-CN')}
      {lockedAt && <span className="text-ink-faint">锁定于 {lockedAt.slice(0, 16)}</span>}
    </p>
  )
}
