import { useQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { sessionQueries } from '../../app/session-queries.ts'
import { ReportingLine } from '../../records/reporting-line.tsx'
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

/** Stations by report state, and how many have reported, under the list's filters. */
export function useStates(period: Period) {
  const query = { ...useDueConditions(), ...period, itemType: 'USAGE' as const, size: 1 }
  return useQuery(periodicQueries.due(query)).data
}

/** A choice of report states, as the address holds it. */
interface Choice {
  value: string
  label: string
  states: readonly ReportStatus[] | undefined
}

const ALL: Choice = { value: 'all', label: '全部', states: undefined }
const HANDED_IN: Choice = {
  value: 'reported',
  label: '已报送',
  states: [
    ReportStatus.submitted,
    ReportStatus.returned,
    ReportStatus.passed,
    ReportStatus.returnedByNation,
    ReportStatus.confirmed,
  ],
}

const useDeptId = () => Number(useQuery(sessionQueries.info).data?.user.deptId)

/** Whether the caller's office reviews reports. The others see submitted ones. */
const useIsReviewing = () => useDeptId() === deptKinds.province

/** The chosen states. Default: reports that wait for the office; for an office without reviews, all submitted ones. */
function useChosen(): string {
  const [search] = usePorts().useSearch()
  const first = useIsReviewing() ? ReportStatus.submitted : HANDED_IN.value
  return search['status'] === undefined ? first : String(search['status'])
}

const isStatus = (value: string): value is ReportStatus => Object.values<string>(ReportStatus).includes(value)

/** Report states that the list shows; undefined for all. */
export function useShownStates(): ReportStatus[] | undefined {
  const chosen = useChosen()
  if (chosen === HANDED_IN.value) return [...(HANDED_IN.states ?? [])]
  const states = chosen.split(',').filter(isStatus)
  return states.length > 0 ? states : undefined
}

const labelOf = (value: string, label: string) => (value === ReportStatus.draft ? '未填报' : label)

/** Report states with counts. Each filters the list. */
export function StateTabs({ period }: { period: Period }) {
  const [search, setSearch] = usePorts().useSearch()
  const chosen = useChosen()
  const isReviewing = useIsReviewing()
  const { states: counts, reporting } = useStates(period) ?? {}
  if (!counts) return null
  const single = counts.map(
    ({ value, label }): Choice => ({
      value,
      label: labelOf(value, label),
      states: isStatus(value) ? [value] : [],
    }),
  )
  const countOf = ({ states }: Choice) =>
    counts.reduce(
      (sum, { value, count }) => sum + (!states || states.some((each) => each === value) ? count : 0),
      0,
    )
  return (
    <div className="grid gap-2 px-4 pb-3">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">报送状态</legend>
        {[...(isReviewing ? [] : [HANDED_IN]), ...single, ALL].map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-pressed={chosen === choice.value}
            onClick={() => setSearch({ ...search, page: undefined, status: choice.value })}
            className="rounded-full border border-line px-3 py-0.5 text-ink-soft text-s hover:bg-hover aria-pressed:border-brand-line aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
          >
            {choice.label} <span className="tabular-nums">{countOf(choice).toLocaleString('zh-CN')}</span>
          </button>
        ))}
      </fieldset>
      {reporting && <ReportingLine reporting={reporting} />}
    </div>
  )
}

// Provinces, and offices that report to one.
const TOLD: ReadonlySet<number> = new Set([deptKinds.province, deptKinds.city, deptKinds.county])

/** Progress of the quarter towards the province in this office's scope. */
export function ProvinceFlag({ period }: { period: Period }) {
  const deptId = useDeptId()
  const { data } = useQuery({ ...periodicQueries.provinceFlag(period), enabled: TOLD.has(deptId) })
  if (!data) return null
  const { label, submitted, pending, lockedAt } = data
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-4 pb-3 text-ink-soft text-s">
      报省
      <StatusTag label={label} />
      {deptId === deptKinds.province ? '省级已通过' : '已到省级'} {submitted.toLocaleString('zh-CN')} ／ 应报{' '}
      {(submitted + pending).toLocaleString('zh-CN')}
      {lockedAt && <span className="text-ink-faint">锁定于 {lockedAt.slice(0, 16)}</span>}
    </p>
  )
}
