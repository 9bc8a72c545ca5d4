import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { DictText } from '../../ui/dict-text.tsx'
import { RegionSelect } from '../../ui/form/region-select.tsx'
import { NOWHERE } from '../../ui/form/regions.ts'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { AreaLinks } from './area-links.tsx'
import { type Share, systemQueries } from './queries.ts'

const columns = columnsOf<Share>([
  { key: 'regionName', title: '行政区划', width: 220 },
  {
    key: 'deptId',
    title: '部门类别',
    width: 200,
    cell: ({ deptId }) => <DictText dict="dept_kind" value={deptId} />,
  },
  { key: 'total', title: '账号数', kind: 'number' },
  { key: 'active', title: '正常账号数', kind: 'number' },
  { key: 'inactive', title: '停用账号数', kind: 'number', value: ({ total, active }) => total - active },
])

const sum = (rows: readonly Share[], of: (row: Share) => number) =>
  rows.reduce((all, row) => all + of(row), 0)

function Totals({ rows }: { rows: readonly Share[] }) {
  const figures = [
    ['账号总数', sum(rows, ({ total }) => total)],
    ['正常账号', sum(rows, ({ active }) => active)],
    ['停用账号', sum(rows, ({ total, active }) => total - active)],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 text-s">
      {figures.map(([label, count]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-ink-faint">{label}</dt>
          <dd className="font-medium text-base tabular-nums">{figure(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Account counts by region and kind of department: per province, or per place in one. */
export function DistributionScreen() {
  const [place, setPlace] = useState(NOWHERE)
  const query = Object.fromEntries(Object.entries(place).filter(([, code]) => code !== ''))
  const { data, error, refetch, isFetching } = useQuery(systemQueries.distribution(query))
  return (
    <LocalTable
      id="distribution"
      title="账号分布"
      above={<AreaLinks />}
      filters={
        <div className="flex flex-wrap items-center gap-x-8 gap-y-2 px-4 py-3" data-print="none">
          <div className="w-full sm:w-72">
            <RegionSelect aria-label="行政区划" placeholder="全国" value={place} onValue={setPlace} />
          </div>
          {data && <Totals rows={data} />}
        </div>
      }
      rows={data}
      columns={columns}
      rowId={({ regionCode, deptId }) => `${regionCode}-${deptId}`}
      isFetching={isFetching}
      error={error}
      onRetry={() => void refetch()}
      isSearchable
      empty="该地区没有账号"
    />
  )
}
