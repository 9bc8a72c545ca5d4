import type { WarehouseDifference } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import { GrantedLink } from '../../app/granted-link.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'

const CHANGES: Readonly<Record<WarehouseDifference['change'], string>> = {
  ADDED: '新增',
  CHANGED: '变更',
  REMOVED: '移出',
}

type ChangedField = NonNullable<WarehouseDifference['fields']>[number]
const fieldText = ({ label, before = '空', after = '空' }: ChangedField) => `${label}：${before} → ${after}`

/** Difference of two amounts, to four decimals. */
export const changeOf = (before: number, after: number) => roundTo(after - before, 4)

const columns = columnsOf<WarehouseDifference>([
  { key: 'change', title: '差异', width: 80, value: ({ change }) => CHANGES[change] },
  {
    key: 'projectName',
    title: '项目名称',
    width: 280,
    cell: ({ id, projectName }) => (
      <GrantedLink
        to="/esproject/detail/$id"
        params={{ id: String(id) }}
        className="text-brand-ink hover:underline"
      >
        {projectName}
      </GrantedLink>
    ),
  },
  { key: 'powerBefore', title: '原功率', unit: 'MW', kind: 'number' },
  { key: 'powerAfter', title: '新功率', unit: 'MW', kind: 'number' },
  {
    key: 'power',
    title: '功率变化',
    unit: 'MW',
    kind: 'number',
    value: ({ powerBefore = 0, powerAfter = 0 }) => changeOf(powerBefore, powerAfter),
  },
  {
    key: 'energy',
    title: '能量变化',
    unit: 'MWh',
    kind: 'number',
    value: ({ energyBefore = 0, energyAfter = 0 }) => changeOf(energyBefore, energyAfter),
  },
  {
    key: 'fields',
    title: '变更内容',
    width: 480,
    value: ({ fields }) => fields?.map(fieldText).join('；') ?? '',
  },
])

interface DifferencesProps {
  /** Key of the table's settings. */
  id: string
  title: string
  rows: readonly WarehouseDifference[]
}

/** Projects that an act on official data changes, with their old and new amounts. */
export function Differences({ id, title, rows }: DifferencesProps) {
  return (
    <LocalTable
      id={id}
      title={title}
      rows={rows}
      columns={columns}
      rowId={({ id: project }) => project}
      empty="没有差异"
    />
  )
}
