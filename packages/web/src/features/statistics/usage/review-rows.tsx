import type { OutlierRule, UsageOutlier } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { RuleCode } from '../../../ui/rule-code.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { Wide } from '../../../ui/wide.tsx'
import { ProjectLink } from '../project-link.tsx'
import { METRICS } from '../usage-columns.ts'

export const DESK = '/esproject/desk/index'

export const RULES: Readonly<Record<OutlierRule, string>> = {
  'OUT-P': '物理上限',
  'OUT-T': '与上期突变',
  'OUT-H': '同类偏离',
  'OUT-L': '在运未用',
}

export const valueText = ({ indicator, value }: UsageOutlier) => {
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
    <GrantedLink
      to={DESK}
      search={{ kind: 'usage', id: String(id) }}
      aria-label={`复核${name}`}
      className="inline-flex min-h-6 items-center text-brand-ink hover:underline"
    >
      复核
    </GrantedLink>
  )
}

export interface RowsProps {
  rows: readonly UsageOutlier[]
  hasDesk: boolean
  /** Confirms a value or takes that back; undefined for users who may not. */
  decide: ((row: UsageOutlier) => ReactNode) | undefined
}

/** Who confirmed a value, when and why. */
function Confirmation({ of: { confirmation } }: { of: UsageOutlier }) {
  if (!confirmation) return null
  const { reason, orgName, userName, time } = confirmation
  return (
    <p className="whitespace-normal text-ink-faint text-xs">
      已确认属实：{reason}（{orgName}
      {userName ? ` ${userName}` : ''}，{time.slice(0, 16)}）
    </p>
  )
}

/** What can be done about a value. */
function Actions({ row, hasDesk, decide }: Omit<RowsProps, 'rows'> & { row: UsageOutlier }) {
  return (
    <span className="inline-flex gap-3">
      {hasDesk && <DeskLink id={row.itemId} name={row.projectName} />}
      {decide?.(row)}
    </span>
  )
}

const keyOf = ({ rule, indicator, itemId }: UsageOutlier) => `${rule} ${indicator} ${itemId}`

function useStatusLabels() {
  const labels = new Map(
    usePorts()
      .useDict('report_status')
      .map(({ value, label }) => [value, label]),
  )
  return (status: string) => labels.get(status) ?? ''
}

export function ReviewTable({ rows, hasDesk, decide }: RowsProps) {
  const labelOf = useStatusLabels()
  const acts = hasDesk || decide !== undefined
  return (
    <Wide label="复核清单表格" className="max-sm:hidden">
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
            {['为什么标记', '状态', ...(acts ? ['处理'] : [])].map((each) => (
              <th key={each} scope="col" className="px-2 py-2 font-medium">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-line border-t">
              <td className="py-1.5 pr-3">
                <RuleTag rule={row.rule} />
              </td>
              <th scope="row" className="max-w-60 truncate py-1.5 pr-3 text-left font-normal">
                <ProjectLink id={row.projectId} name={row.projectName} />
              </th>
              <td className="py-1.5 pr-3">{row.placeName}</td>
              <td className="px-2 py-1.5 text-right">{quantity(row.ratedPower, 'MW')}</td>
              <td className="px-2 py-1.5">{METRICS[row.indicator].label}</td>
              <td className="px-2 py-1.5 text-right font-semibold">{valueText(row)}</td>
              <td className="px-2 py-1.5 text-right text-ink-soft">{row.reference}</td>
              <td className="px-2 py-1.5">
                {row.reason}
                <Confirmation of={row} />
              </td>
              <td className="px-2 py-1.5">
                <StatusTag label={labelOf(row.status)} />
              </td>
              {acts && (
                <td className="px-2 py-1.5">
                  <Actions row={row} hasDesk={hasDesk} decide={decide} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

export function ReviewCards({ rows, hasDesk, decide }: RowsProps) {
  return (
    <ul className="divide-y divide-line border-line border-t sm:hidden">
      {rows.map((row) => (
        <li key={keyOf(row)} className="grid grid-cols-[minmax(0,1fr)] gap-0.5 py-2 text-s">
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
            <Actions row={row} hasDesk={hasDesk} decide={decide} />
          </p>
          <Confirmation of={row} />
        </li>
      ))}
    </ul>
  )
}
