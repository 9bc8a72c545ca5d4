import type { WarehouseSync } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { usePorts } from '../../ui/ports.ts'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { periodName } from './period.tsx'

type PeriodChange = NonNullable<WarehouseSync['periods']>[number]
type Figures = PeriodChange['rows'][number]

interface Line extends Figures {
  period: PeriodChange
  place: string
}

const movesText = ({ isPublished, isRevised }: PeriodChange): string => {
  if (isPublished) return isRevised ? '已公布，随本次入库修订' : '已公布，不变；一并修订时才变'
  return isRevised ? '未公布，随本次入库变动' : '未公布，不变；一并修订时才变'
}

/** Old and new value with their difference. */
function moved(before: number | undefined, after: number | undefined): string {
  if (before === undefined && after === undefined) return '—'
  if (before === after) return `${figure(after ?? 0)}（未变）`
  const change = roundTo((after ?? 0) - (before ?? 0), 4)
  const sign = change > 0 ? '+' : '−'
  return `${before === undefined ? '—' : figure(before)} → ${after === undefined ? '—' : figure(after)}（${sign}${figure(Math.abs(change))}）`
}

const columns = columnsOf<Line>([
  { key: 'period', title: '期次', width: 130, value: ({ period }) => periodName(period) },
  { key: 'place', title: '地区', width: 130 },
  { key: 'moves', title: '影响', width: 210, value: ({ period }) => movesText(period) },
  {
    key: 'power',
    title: '功率（MW）',
    width: 230,
    value: ({ powerBefore, powerAfter }) => moved(powerBefore, powerAfter),
  },
  {
    key: 'energy',
    title: '能量（MWh）',
    width: 230,
    value: ({ energyBefore, energyAfter }) => moved(energyBefore, energyAfter),
  },
  {
    key: 'projects',
    title: '在运项目',
    width: 170,
    value: ({ projectsBefore, projectsAfter }) => moved(projectsBefore, projectsAfter),
  },
  { key: 'due', title: '应报', width: 150, value: ({ dueBefore, dueAfter }) => moved(dueBefore, dueAfter) },
  {
    key: 'reported',
    title: '已报',
    width: 150,
    value: ({ reportedBefore, reportedAfter }) => moved(reportedBefore, reportedAfter),
  },
  {
    key: 'hours',
    title: '利用小时（h）',
    width: 190,
    value: ({ hoursBefore, hoursAfter }) => moved(hoursBefore, hoursAfter),
  },
])

// An act on one period moves that alone.
const ofOnePeriod = columns.filter(({ key }) => key !== 'moves')

interface PeriodChangesProps {
  periods: readonly PeriodChange[]
  /** The act is on this period alone, so that no other needs a word. */
  isOne?: boolean
}

/** What an act changes of each period: figures of the nation, and of the provinces that move. */
export function PeriodChanges({ periods, isOne = false }: PeriodChangesProps) {
  const regions = usePorts().useRegions(true)
  const placeOf = (key: string) =>
    key === '' ? '全国' : (regions.find(({ value }) => value === key)?.label ?? key)
  const rows = periods.flatMap((period) =>
    period.rows.map((row): Line => ({ ...row, period, place: placeOf(row.key) })),
  )
  if (rows.length === 0) return null
  return (
    <LocalTable
      id={isOne ? 'withdrawal-period' : 'warehouse-periods'}
      title={isOne ? '原值与新值' : '涉及的期次'}
      rows={rows}
      columns={isOne ? ofOnePeriod : columns}
      rowId={({ period, key }) => `${period.year}-${period.quarter}-${key}`}
      empty="没有期次变动"
    />
  )
}
