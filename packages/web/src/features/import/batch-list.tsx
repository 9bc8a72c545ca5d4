import type { ImportBatch } from '@xinchu/sdk'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { leftToDo, stateOf } from './batch-state.ts'
import { importQueries } from './queries.ts'

const columns = (onOpen: (id: number) => void) =>
  columnsOf<ImportBatch>([
    {
      key: 'fileName',
      title: '文件名',
      width: 320,
      cell: ({ id, fileName }) => (
        <button
          type="button"
          className="block max-w-full truncate text-brand-ink hover:underline"
          onClick={() => onOpen(id)}
        >
          {fileName}
        </button>
      ),
    },
    {
      key: 'state',
      title: '状态',
      width: 110,
      value: stateOf,
      cell: (batch) => <StatusTag label={stateOf(batch)} />,
    },
    { key: 'totalRows', title: '总行数', kind: 'number', width: 100 },
    { key: 'errorRows', title: '有错误', kind: 'number', width: 100 },
    { key: 'repeatRows', title: '疑似重复', kind: 'number', width: 110 },
    { key: 'committedRows', title: '已写入', kind: 'number', width: 100 },
    { key: 'orgName', title: '导入单位', width: 220 },
    { key: 'createTime', title: '上传时间', width: 190 },
    {
      key: 'message',
      title: '说明',
      width: 260,
      value: (batch) => [batch.message, leftToDo(batch)].filter(Boolean).join('；'),
    },
  ])

/** Past imports, newest first. */
export function BatchList({ onOpen }: { onOpen: (id: number) => void }) {
  return (
    <QueryTable
      id="import-batch"
      title="导入记录"
      isPart
      query={importQueries.batches}
      columns={columns(onOpen)}
      rowId={({ id }) => id}
      rowLabel={({ fileName }) => fileName}
      empty="还没有导入记录，请先下载模板，填好后在上方上传"
    />
  )
}
