import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OutlierRule, UsageOutlier } from '@xinchu/sdk'
import { useState } from 'react'
import { leavesOf, menuTree } from '../../../app/menus.ts'
import { sessionQueries } from '../../../app/session-queries.ts'
import { quantity } from '../../../lib/quantity.ts'
import { usePorts } from '../../../ui/ports.ts'
import { RuleCode } from '../../../ui/rule-code.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { ProjectLink } from '../project-link.tsx'
import { METRICS } from '../usage-columns.ts'
import type { Period, UsageFilter } from '../use-usage.ts'
import { usageQueries } from './queries.ts'

const SIZE = 10
const DESK = '/esproject/desk/index'

const RULES: Readonly<Record<OutlierRule, string>> = {
  'OUT-P': '物理上限',
  'OUT-T': '与上期突变',
  'OUT-H': '同类偏离',
  'OUT-L': '在运未用',
}

const valueText = ({ indicator, value }: UsageOutlier) => {
  const { unit } = METRICS[indicator]
  return value === undefined ? '无数据' : `${quantity(value, unit)}${unit === '%' ? '' : ' '}${unit}`
}

function RuleTag({ rule }: { rule: OutlierRule }) {
  const tone = rule === 'OUT-P' ? 'border-danger-line bg-danger-soft' : 'border-warning-line bg-warning-soft'
  return (
    <span className={`inline-block rounded border pr-1.5 text-xs leading-5 ${tone}`} title={RULES[rule]}>
      <RuleCode code={rule} />
    </span>
  )
}

/** Leads to the report on the desk, where it is compared and returned. */
function DeskLink({ id, name }: { id: number; name: string }) {
  return (
    <Link
      to={DESK}
      search={{ kind: 'usage', id: String(id) }}
      aria-label={`复核${name}`}
      className="inline-flex min-h-6 items-center text-brand-ink hover:underline"
    >
      复核
    </Link>
  )
}

interface RowsProps {
  rows: readonly UsageOutlier[]
  hasDesk: boolean
}

function useStatusLabels() {
  const labels = new Map(
    usePorts()
      .useDict('report_status')
      .map(({ value, label }) => [value, label]),
  )
  return (status: string) => labels.get(status) ?? ''
}

function Table({ rows, hasDesk }: RowsProps) {
  const labelOf = useStatusLabels()
  return (
    <section
      className="overflow-x-auto max-sm:hidden"
      aria-label="复核清单表格"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full whitespace-nowrap text-s">
        <caption className="sr-only">报送值复核清单</caption>
        <thead className="text-left text-ink-faint text-xs">
          <tr>
            {['规则', '项目', '地区'].map((each) => (
              <th key={each} scope="col" className="py-2 pr-3 font-medium">
                {each}
              </th>
            ))}
            <th scope="col" className="px-2 py-2 text-right font-medium">
              MW
            </th>
            <th scope="col" className="px-2 py-2 font-medium">
              指标
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              报送值
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              参考
            </th>
            {['为什么标记', '状态', ...(hasDesk ? ['处理'] : [])].map((each) => (
              <th key={each} scope="col" className="px-2 py-2 font-medium">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.rule} ${row.indicator} ${row.itemId}`} className="border-line border-t">
              <td className="py-1.5 pr-3">
                <RuleTag rule={row.rule} />
              </td>
              <th scope="row" className="max-w-72 truncate py-1.5 pr-3 text-left font-normal">
                <ProjectLink id={row.projectId} name={row.projectName} />
              </th>
              <td className="py-1.5 pr-3">{row.placeName}</td>
              <td className="px-2 py-1.5 text-right">{quantity(row.ratedPower, 'MW')}</td>
              <td className="px-2 py-1.5">{METRICS[row.indicator].label}</td>
              <td className="px-2 py-1.5 text-right font-semibold">{valueText(row)}</td>
              <td className="px-2 py-1.5 text-right text-ink-soft">{row.reference}</td>
              <td className="px-2 py-1.5">{row.reason}</td>
              <td className="px-2 py-1.5">
                <StatusTag label={labelOf(row.status)} />
              </td>
              {hasDesk && (
                <td className="px-2 py-1.5">
                  <DeskLink id={row.itemId} name={row.projectName} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CardsOf({ rows, hasDesk }: RowsProps) {
  return (
    <ul className="divide-y divide-line border-line border-t sm:hidden">
      {rows.map((row) => (
        <li
          key={`${row.rule} ${row.indicator} ${row.itemId}`}
          className="grid grid-cols-[minmax(0,1fr)] gap-0.5 py-2 text-s"
        >
          <p className="flex items-center gap-2">
            <RuleTag rule={row.rule} />
            <span className="min-w-0 truncate">
              <ProjectLink id={row.projectId} name={row.projectName} />
            </span>
            <span className="ml-auto whitespace-nowrap font-semibold">{valueText(row)}</span>
          </p>
          <p className="flex gap-2 text-ink-soft text-xs">
            <span className="min-w-0 flex-1">
              {METRICS[row.indicator].label}，{row.reason}（{row.reference}）
            </span>
            {hasDesk && <DeskLink id={row.itemId} name={row.projectName} />}
          </p>
        </li>
      ))}
    </ul>
  )
}

interface ChipsProps {
  counts: readonly { rule: OutlierRule; count: number }[]
  chosen: OutlierRule | undefined
  onChosen: (rule: OutlierRule | undefined) => void
}

/** The rules that mark values, each with its count. */
function Chips({ counts, chosen, onChosen }: ChipsProps) {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const chips = [
    { rule: undefined, count: total, label: '全部' },
    ...counts.map((each) => ({ ...each, label: RULES[each.rule] })),
  ]
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">规则</legend>
      {chips.map(({ rule, count, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={rule === chosen}
          className="h-7 rounded-md border border-line px-2 text-ink-soft text-s aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
          onClick={() => onChosen(rule)}
        >
          {label} {count.toLocaleString('zh-CN')}
        </button>
      ))}
    </fieldset>
  )
}

const ruleOf = (text: unknown): OutlierRule | undefined =>
  (Object.keys(RULES) as OutlierRule[]).find((each) => each === text) // the keys just named

/** 报送值复核清单: reported values that the rules mark, and the way to the desk where they are returned. */
export function ReviewList({ filter, period }: { filter: UsageFilter; period: Period }) {
  const [search, change] = usePorts().useSearch()
  const rule = ruleOf(search['rule'])
  const asked = { ...filter, ...period, ...(rule ? { rule: [rule] } : {}), size: SIZE }
  const [place, setPlace] = useState({ key: '', page: 0 })
  const key = JSON.stringify(asked)
  const page = place.key === key ? place.page : 0
  const { data, error, refetch, isPlaceholderData } = useQuery(usageQueries.outliers({ ...asked, page }))
  const { data: routes = [] } = useQuery(sessionQueries.menus)
  const hasDesk = leavesOf(menuTree(routes)).some(({ path }) => path === DESK)
  const body = () => {
    if (error) return <Failed error={error} onRetry={() => void refetch()} />
    if (!data) return <Loading rows={6} />
    if (data.totalElements === 0) return <Empty>没有被标记的报送值</Empty>
    return (
      <div className={isPlaceholderData ? 'opacity-55' : ''} aria-busy={isPlaceholderData}>
        <Table rows={data.content} hasDesk={hasDesk} />
        <CardsOf rows={data.content} hasDesk={hasDesk} />
        {data.totalElements > SIZE && (
          <Pager
            page={page}
            size={SIZE}
            total={data.totalElements}
            onPage={(next) => setPlace({ key, page: next })}
          />
        )}
      </div>
    )
  }
  return (
    <section className="card min-w-0 px-4 py-3" aria-label="报送值复核清单">
      <header className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="mr-auto">
          <h2 className="font-medium">报送值复核清单</h2>
          <p className="text-ink-faint text-xs">由规则标记，不等于有误；退回前仍计入统计</p>
        </div>
        {data && data.rules.length > 0 && (
          <Chips counts={data.rules} chosen={rule} onChosen={(next) => change({ ...search, rule: next })} />
        )}
      </header>
      {body()}
    </section>
  )
}
