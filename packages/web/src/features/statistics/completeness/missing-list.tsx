import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import type {
  DueItem,
  ProjectsListDueItemsQuery,
  StatPeriod,
  UsageReminder,
  UsageReminderState,
} from '@xinchu/sdk'
import { columnQuantity, missingTerm, quarterName, REPORT_TERMS } from '@xinchu/validators'
import { useState } from 'react'
import { queryKeys } from '../../../app/query-keys.ts'
import { sdkOf } from '../../../app/sdk.ts'
import { ProjectName } from '../../../records/project-name.tsx'
import { RemindButton } from '../../../records/remind-button.tsx'
import { ReportingLine } from '../../../records/reporting-line.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { AddressFiles } from '../files/address-files.tsx'
import { type Kinds, kindCount } from '../page-filter.ts'
import { type Reminding, useReminds } from './use-reminds.ts'

type Codes = Pick<UsageReminder, 'provinceCode' | 'cityCode' | 'countyCode'>

/** States of a report that the statistics do not count. */
const MISSING = [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation] as const
const MISSING_TERM = REPORT_TERMS.missing.term
const FIRST = 10
const ALL = 500

const missing = (query: ProjectsListDueItemsQuery) =>
  queryOptions({
    queryKey: [...queryKeys.periodic, 'missing', query],
    queryFn: ({ client, signal }) => sdkOf(client).projects.listDueItems(query, { signal }),
    placeholderData: keepPreviousData,
  })

/** Whether a missing report is overdue. */
const termOf = ({ overdue }: DueItem) => REPORT_TERMS[overdue ? 'overdue' : 'pending'].term

/** Holder of a missing report, and its state. */
function stepOf({ item }: DueItem): string {
  if (item?.status === ReportStatus.returnedByNation) return '省级 · 国家退回'
  return item?.status === ReportStatus.returned ? '企业 · 退回修改' : '企业 · 未填报'
}

function remindedOf({ remindedOn, remindedBy, reminderRead }: DueItem): string {
  if (!remindedOn) return ''
  const read = reminderRead === undefined ? '' : reminderRead ? '，已读' : '，未读'
  return `${remindedOn} ${remindedBy ?? ''}已催报${read}`
}

interface RowsProps {
  rows: readonly DueItem[]
  reminding: Reminding | undefined
  chosen: ReadonlySet<number>
  onChosen: (chosen: ReadonlySet<number>) => void
}

function Rows({ rows, reminding, chosen, onChosen }: RowsProps) {
  const toggle = (id: number) =>
    onChosen(new Set(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]))
  const powerText = columnQuantity(
    rows.map(({ ratedPower }) => ratedPower),
    'MW',
  )
  return (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map((row) => {
        const { projectId = 0, projectName = '', ratedPower, item } = row
        const reminded = remindedOf(row)
        return (
          <li key={projectId} className="flex items-start gap-2 py-1.5">
            {reminding?.states.includes(item?.status ?? ReportStatus.draft) && (
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
                {termOf(row)} · {stepOf(row)}
              </p>
              {reminded && <p className="text-ink-faint text-xs">{reminded}</p>}
            </div>
            <span className="whitespace-nowrap pt-0.5 text-right text-s">
              {powerText(ratedPower)} <span className="text-ink-faint text-xs">MW</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** When and by whom the stations were last reminded of, and how many offices have read it. */
function LastReminder({ reminder }: { reminder: UsageReminderState }) {
  const { time, senderName, offices, readOffices } = reminder
  return (
    <p className="mt-2 text-ink-faint text-xs">
      上次催报 {time.slice(0, 16)}（{senderName}），{offices.toLocaleString('zh-CN')} 个单位中已读{' '}
      {readOffices.toLocaleString('zh-CN')} 个；同一项目三日内不重复催报。
    </p>
  )
}

interface MissingListProps {
  /** Name of the place. */
  name: string
  period: Pick<StatPeriod, 'year' | 'quarter'>
  codes: Codes
  kinds: Kinds
}

/** Projects of a place that have not reported for a quarter, and the means to remind their offices. */
export function MissingList({ name, period, codes, kinds }: MissingListProps) {
  // A reminder of a place is of all its kinds.
  const isWhole = kindCount(kinds) === 0
  const [size, setSize] = useState(FIRST)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { data, error, refetch, isPlaceholderData } = useQuery(
    missing({ ...codes, ...kinds, ...period, itemType: 'USAGE', status: [...MISSING], size }),
  )
  const reminding = useReminds(period)
  const total = data?.totalElements ?? 0
  const countOf = (states: readonly string[]) =>
    (data?.states ?? []).reduce((sum, { value, count }) => sum + (states.includes(value) ? count : 0), 0)
  const inReview = countOf([ReportStatus.submitted])
  const body = () => {
    if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
    if (!data) return <Loading rows={FIRST} />
    if (total === 0) return <Empty>应报项目已全部报送</Empty>
    return (
      <div className={isPlaceholderData ? 'opacity-55' : ''} aria-busy={isPlaceholderData}>
        <Rows rows={data.content} reminding={reminding} chosen={chosen} onChosen={setChosen} />
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {reminding && (
            <>
              <RemindButton
                reminder={{ ...period, ...codes, projectIds: [...chosen] }}
                count={chosen.size}
                onDone={() => setChosen(new Set())}
              />
              {isWhole && (
                <RemindButton
                  reminder={{ ...period, ...codes }}
                  count={countOf(reminding.states)}
                  reporting={data.reporting}
                />
              )}
            </>
          )}
          {total > data.content.length && size < ALL && (
            <Button look="quiet" onClick={() => setSize(ALL)}>
              全部展开
            </Button>
          )}
        </div>
        {data.reminder && <LastReminder reminder={data.reminder} />}
        {total > ALL && size === ALL && (
          <p className="mt-2 text-ink-faint text-xs">此处列出前 {ALL} 个，请选择下级地区查看其余项目。</p>
        )}
      </div>
    )
  }
  return (
    <section className="card min-w-0 self-start px-4 py-3" aria-label={`${MISSING_TERM}项目`}>
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">
          {name} · {quarterName(period)}
          {data?.reporting ? missingTerm(data.reporting) : MISSING_TERM}
        </h2>
        {total > 0 && <AddressFiles title={`${MISSING_TERM}项目`} conditions="table=missing" />}
      </div>
      <p className="text-ink-faint text-xs">{data ? `${total.toLocaleString('zh-CN')} 个项目` : ' '}</p>
      {data?.reporting && total > 0 && <ReportingLine reporting={data.reporting} />}
      {body()}
      {reminding?.isNation && isWhole && inReview > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-2 border-line border-t pt-3 text-ink-soft text-s">
          <p className="min-w-0 flex-1">另有 {inReview.toLocaleString('zh-CN')} 个已报送，待省级审核。</p>
          <RemindButton
            reminder={{ ...period, ...codes, status: [ReportStatus.submitted] }}
            count={inReview}
            label={`催办审核（${inReview.toLocaleString('zh-CN')}）`}
          />
        </div>
      )}
    </section>
  )
}
