import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { DueItem, ProjectsListDueItemsQuery, StatPeriod, UsageReminder } from '@xinchu/sdk'
import { ReportStatus } from '@xinchu/sdk/codes'
import { quarterName } from '@xinchu/validators'
import { useState } from 'react'
import { ProjectName } from '../../../app/project-name.tsx'
import { queryKeys } from '../../../app/query-keys.ts'
import { RemindButton } from '../../../app/remind-button.tsx'
import { isDueStatus } from '../../../app/report-status.ts'
import { sdk } from '../../../app/sdk.ts'
import { quantity } from '../../../lib/quantity.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { useReminds } from './use-reminds.ts'

type Codes = Pick<UsageReminder, 'provinceCode' | 'cityCode' | 'countyCode'>

/** States of a report that the statistics do not count. */
const MISSING = [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation] as const
const FIRST = 10
const ALL = 500

const missing = (query: ProjectsListDueItemsQuery) =>
  queryOptions({
    queryKey: [...queryKeys.periodic, 'missing', query],
    queryFn: ({ signal }) => sdk.projects.listDueItems(query, { signal }),
    placeholderData: keepPreviousData,
  })

/** Holder of a missing report, and its state. */
function stepOf({ item }: DueItem): string {
  if (item?.status === ReportStatus.returnedByNation) return '审核单位 · 国家退回'
  return item?.status === ReportStatus.returned ? '企业 · 退回修改' : '企业 · 未填报'
}

interface RowsProps {
  rows: readonly DueItem[]
  chosen: ReadonlySet<number>
  onChosen: ((chosen: ReadonlySet<number>) => void) | undefined
}

function Rows({ rows, chosen, onChosen }: RowsProps) {
  const toggle = (id: number) =>
    onChosen?.(new Set(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]))
  return (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map((row) => {
        const { projectId = 0, projectName = '', ratedPower, remindedOn } = row
        return (
          <li key={projectId} className="flex items-start gap-2 py-1.5">
            {onChosen && isDueStatus(row.item?.status) && (
              <input
                type="checkbox"
                className="mt-1.5 size-4"
                aria-label={`选择${projectName}`}
                checked={chosen.has(projectId)}
                onChange={() => toggle(projectId)}
              />
            )}
            <div className="min-w-0 flex-1">
              <ProjectName id={projectId} projectName={projectName} />
              <p className="text-ink-faint text-xs">
                {stepOf(row)}
                {remindedOn && `，${remindedOn} 已催报`}
              </p>
            </div>
            <span className="whitespace-nowrap pt-0.5 text-right text-s">
              {quantity(ratedPower, 'MW')} <span className="text-ink-faint text-xs">MW</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface MissingListProps {
  /** Name of the place. */
  name: string
  period: Pick<StatPeriod, 'year' | 'quarter'>
  codes: Codes
}

/** Projects of a place that have not reported for a quarter, and the means to remind their offices. */
export function MissingList({ name, period, codes }: MissingListProps) {
  const [size, setSize] = useState(FIRST)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { data, error, refetch, isPlaceholderData } = useQuery(
    missing({ ...codes, ...period, itemType: 'USAGE', status: [...MISSING], size }),
  )
  const canRemind = useReminds(period)
  const total = data?.totalElements ?? 0
  // Reports that the nation returned wait for their reviewer, whom no reminder reaches.
  const waiting = (data?.states ?? []).filter(({ value }) => isDueStatus(value))
  const remindable = waiting.reduce((sum, { count }) => sum + count, 0)
  const body = () => {
    if (error) return <Failed error={error} onRetry={() => void refetch()} />
    if (!data) return <Loading rows={FIRST} />
    if (total === 0) return <Empty>应报项目已全部报送</Empty>
    return (
      <div className={isPlaceholderData ? 'opacity-55' : ''} aria-busy={isPlaceholderData}>
        <Rows rows={data.content} chosen={chosen} onChosen={canRemind ? setChosen : undefined} />
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {canRemind && (
            <>
              <RemindButton
                reminder={{ ...period, ...codes, projectIds: [...chosen] }}
                count={chosen.size}
                onDone={() => setChosen(new Set())}
              />
              <RemindButton reminder={{ ...period, ...codes }} count={remindable} />
            </>
          )}
          {total > data.content.length && size < ALL && (
            <Button look="quiet" onClick={() => setSize(ALL)}>
              全部展开
            </Button>
          )}
        </div>
        {total > ALL && size === ALL && (
          <p className="mt-2 text-ink-faint text-xs">此处列出前 {ALL} 个，请选择下级地区查看其余项目。</p>
        )}
      </div>
    )
  }
  return (
    <section className="card min-w-0 self-start px-4 py-3" aria-label="缺报项目">
      <h2 className="font-medium">
        {name} · {quarterName(period)}缺报
      </h2>
      <p className="mb-2 text-ink-faint text-xs">{data ? `${total.toLocaleString('zh-CN')} 个项目` : ' '}</p>
      {body()}
    </section>
  )
}
