import { useQuery } from '@tanstack/react-query'
import { DictText } from '../../ui/dict-text.tsx'
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
])

/** How many accounts there are by region and kind of department. */
export function DistributionScreen() {
  const { data, error, refetch, isFetching } = useQuery(systemQueries.distribution)
  return (
    <LocalTable
      id="distribution"
      title="账号分布"
      above={<AreaLinks />}
      rows={data}
      columns={columns}
      rowId={({ regionCode, deptId }) => `${regionCode}-${deptId}`}
      isFetching={isFetching}
      error={error}
      onRetry={() => void refetch()}
      isSearchable
      empty="暂无账号"
    />
  )
}
