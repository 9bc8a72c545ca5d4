import type { UsageStatRow } from '@xinchu/sdk'
import { useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import { CardFiles } from './files/card-files.tsx'
import { FigureLink } from './rows/figure-link.tsx'
import { useShown } from './shown.ts'
import { usageColumns } from './usage-columns.ts'

const unreportedOf = ({ dueProjects, reportedProjects }: UsageStatRow) => dueProjects - reportedProjects

/** A figure of a division that leads to its rows. */
const linked =
  (
    name: 'dueProjects' | 'reportedProjects' | 'unreportedProjects',
    of: (row: UsageStatRow) => number = (row) =>
      name === 'dueProjects' ? row.dueProjects : row.reportedProjects,
  ) =>
  (row: UsageStatRow) => (
    <FigureLink of={name} cells={[`region:${row.key ?? ''}`]}>
      {figure(of(row))}
    </FigureLink>
  )

const columns = columnsOf<UsageStatRow>([
  { key: 'label', title: '地区', width: 170 },
  { key: 'dueProjects', title: '应报项目', kind: 'number', width: 100, cell: linked('dueProjects') },
  {
    key: 'reportedProjects',
    title: '已报项目',
    kind: 'number',
    width: 100,
    cell: linked('reportedProjects'),
  },
  {
    key: 'unreportedProjects',
    title: '未报、缺报项目',
    kind: 'number',
    width: 100,
    value: unreportedOf,
    cell: linked('unreportedProjects', unreportedOf),
  },
  { key: 'reportRate', title: '报送率', unit: '%', kind: 'number', isPublished: true, width: 124 },
  { key: 'chargeEnergy', title: '充电量', unit: '万kWh', kind: 'number', isPublished: true },
  { key: 'dischargeEnergy', title: '放电量', unit: '万kWh', kind: 'number', isPublished: true },
  { key: 'equivalentUtilizationHours', title: '等效利用小时', unit: 'h', kind: 'number', isPublished: true },
  { key: 'equivalentCycles', title: '等效充放电次数', unit: '次', kind: 'number', isPublished: true },
  { key: 'utilizationIndex', title: '利用率指数', unit: '%', kind: 'number', isPublished: true },
  { key: 'conversionEfficiency', title: '平均转换效率', unit: '%', kind: 'number', isPublished: true },
  { key: 'comprehensiveEfficiency', title: '综合效率', unit: '%', kind: 'number', isPublished: true },
  { key: 'availabilityFactor', title: '可用系数', unit: '%', kind: 'number', isPublished: true },
  {
    key: 'unplannedOutageTimes',
    title: '非计划停运',
    unit: '次',
    kind: 'number',
    isPublished: true,
    hidden: true,
  },
  { key: 'revenue', title: '收入', unit: '万元', kind: 'number', isPublished: true, hidden: true },
])

interface UsagePlacesProps {
  rows: readonly UsageStatRow[] | undefined
  isFetching: boolean
  error: Error | null
  onRetry: () => void
  empty: string
}

/** All measures of use by division; on a phone on demand, because its cards are as long as the rest of the page. */
export function UsagePlaces(props: UsagePlacesProps) {
  const { rows } = props
  const [isOpen, setOpen] = useState(false)
  const isFolded = useIsNarrow() && !isOpen
  const table = rows && {
    title: '分地区使用情况',
    group: '地区',
    columns: usageColumns,
    rows: rows.map((row) => ({
      name: row.label ?? '',
      values: usageColumns.map(({ of }) => of(row)),
      cells: [`region:${row.key ?? ''}`],
    })),
  }
  const host = useShown<HTMLDivElement>(table && { kind: 'table', table })
  return (
    <div ref={host}>
      {isFolded ? (
        <Button className="w-full" onClick={() => setOpen(true)}>
          分地区使用情况，{rows?.length ?? 0} 个地区的全部指标
        </Button>
      ) : (
        <LocalTable
          isPart
          id="usage-places"
          title="分地区使用情况"
          sort="dischargeEnergy,desc"
          columns={columns}
          actions={<CardFiles card={table} />}
          rowId={({ key = '' }) => key}
          {...props}
        />
      )}
    </div>
  )
}
