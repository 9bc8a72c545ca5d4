import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DemoProjectRow } from '@xinchu/sdk'
import { useState } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { useCan } from '../../../app/use-can.ts'
import { isFar, leftText, shortDay } from '../../../lib/due.ts'
import { momentOf } from '../../../lib/moment.ts'
import { batchName } from '../../../records/pilot-batch.ts'
import { DELETED_NOTE, tellDeleted } from '../../../records/tell-deleted.ts'
import { useGoalText } from '../../../records/use-goal-text.ts'
import { WindowStatus } from '../../../records/window-status.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import type { Filter } from '../../../ui/table/filters.ts'
import { QueryTable } from '../../../ui/table/query-table.tsx'
import { type PilotListQuery, pilotMutations, pilotQueries } from '../queries.ts'
import { CreateDialog } from './create-dialog.tsx'

/** Number of missing items of an application. A submitted one lacks nothing. */
function Completeness({ row }: { row: DemoProjectRow }) {
  const isDrafting = (row.editableParts ?? []).length > 0
  const { data } = useQuery({ ...pilotQueries.statuses([row.id]), enabled: isDrafting })
  if (!isDrafting) return '已提交'
  const missing = data?.[0]?.missing.length
  if (missing === undefined) return '…'
  return missing === 0 ? (
    <span className="text-success">齐全，可提交</span>
  ) : (
    <span className="text-warning">还差 {missing} 项</span>
  )
}

/** Returns the deadline: the date set by a return, or else the end of the window. */
function Deadline({ row }: { row: DemoProjectRow }) {
  const isDrafting = (row.editableParts ?? []).length > 0
  const { data } = useQuery({ ...pilotQueries.statuses([row.id]), enabled: isDrafting })
  if (!isDrafting) return '—'
  const fill = data?.[0]?.fillWindow
  const day = row.dueDate ?? (fill?.deadline ?? fill?.endTime)?.slice(0, 10)
  if (!day) return '未开放'
  return isFar(day) ? '长期开放' : `${shortDay(day)}，${leftText(day)}`
}

const columns = columnsOf<DemoProjectRow>([
  {
    key: 'projectName',
    title: '示范项目名称',
    width: 300,
    grows: true,
    cell: (row) => (
      <GrantedLink
        to="/demonstration/apply/form"
        search={{ id: String(row.id) }}
        className="text-brand-ink hover:underline"
      >
        {row.projectName}
      </GrantedLink>
    ),
  },
  { key: 'batch', title: '批次', width: 150, value: batchName },
  { key: 'demoCode', title: '编号', width: 150, hidden: true },
  {
    key: 'statusLabel',
    title: '状态',
    width: 130,
    cell: ({ statusLabel }) => <StatusTag label={statusLabel} />,
  },
  { key: 'completeness', title: '完成情况', width: 130, cell: (row) => <Completeness row={row} /> },
  { key: 'deadline', title: '截止', width: 150, cell: (row) => <Deadline row={row} /> },
  { key: 'recommendOrgName', title: '推荐单位', width: 200 },
  { key: 'techTypeLabel', title: '技术路线', width: 120, hidden: true },
  { key: 'ratedPower', title: '额定功率', unit: 'MW', kind: 'number' },
  { key: 'ratedEnergy', title: '额定能量', unit: 'MWh', kind: 'number' },
  {
    key: 'updateTime',
    title: '最近保存',
    width: 120,
    value: ({ updateTime }) => updateTime && momentOf(updateTime),
  },
])

const filters: readonly Filter<Extract<keyof PilotListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字' },
  { kind: 'dicts', name: 'status', label: '状态', dict: 'demo_status' },
]

const WINDOW = { fillType: 'DEMO_APPLY' } as const

interface Asked {
  row: DemoProjectRow
  action: 'DELETE' | 'WITHDRAW'
}

function Actions({ row, onAsk }: { row: DemoProjectRow; onAsk: (asked: Asked) => void }) {
  const isOpen = (row.editableParts ?? []).length > 0
  return (
    <>
      <GrantedLink
        to="/demonstration/apply/form"
        search={{ id: String(row.id) }}
        className="text-brand-ink hover:underline"
      >
        {isOpen ? '填写' : '查看'}
        <span className="sr-only">{row.projectName}</span>
      </GrantedLink>
      {row.actions.includes('WITHDRAW') && (
        <Button look="quiet" onClick={() => onAsk({ row, action: 'WITHDRAW' })}>
          撤回
        </Button>
      )}
      {row.deletable && (
        <Button look="quiet" onClick={() => onAsk({ row, action: 'DELETE' })}>
          删除
        </Button>
      )}
    </>
  )
}

function AskDialog({ asked: { row, action }, onClose }: { asked: Asked; onClose: () => void }) {
  const client = useQueryClient()
  const goal = useGoalText(action === 'WITHDRAW' ? { entity: 'DEMO', entityId: row.id } : undefined, action)
  if (action === 'DELETE')
    return (
      <ConfirmDialog
        title="删除申报草稿"
        description={`“${row.projectName}”及其各部分内容将被删除。${DELETED_NOTE}`}
        action="删除"
        write={pilotMutations.remove}
        variables={[row.id]}
        onDone={() => tellDeleted(client, '1 份申报', pilotMutations.restore, [row.id])}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title="撤回申报"
      description={`${row.projectName}：${goal}`}
      action="撤回"
      look="primary"
      write={pilotMutations.act}
      variables={{ ids: [row.id], action: 'WITHDRAW' }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** Own applications with batch, deadline, state and completeness. */
export function ApplyList() {
  const canCreate = useCan(['demo:add'])
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <QueryTable
        id="demo-apply"
        title="示范项目申报"
        query={pilotQueries.list}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ projectName }) => projectName}
        counter="项"
        noun="申报"
        empty="还没有申报示范项目，可新建一项，材料随填随存"
        emptyAction={canCreate && <Button onClick={() => setCreating(true)}>新建申报</Button>}
        rowActions={(row) => <Actions row={row} onAsk={setAsked} />}
        actionsWidth={110}
        actions={
          <>
            <WindowStatus query={WINDOW} />
            {canCreate && (
              <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
                新建申报
              </Button>
            )}
          </>
        }
      />
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
      {asked && <AskDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
