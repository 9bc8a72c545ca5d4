import { useQuery } from '@tanstack/react-query'
import type { FillTime } from '@xinchu/sdk'
import { may } from '@xinchu/sdk/rights'
import { useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { useCan } from '../../app/use-can.ts'
import { Countdown } from '../../app/window-status.tsx'
import { Button } from '../../ui/button.tsx'
import { type Choice, type RegionNode, usePorts } from '../../ui/ports.ts'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { periodicQueries } from './queries.ts'
import { SyncCard } from './sync-card.tsx'
import { WindowForm, type WindowTask } from './window-form.tsx'

const periodOf = ({ year, quarter, batchNo }: FillTime) =>
  `${year}年${quarter ? `第${quarter}季度` : ''}${batchNo ? `第${batchNo}批` : ''}`

const LEVELS = [
  ['enterprise', '企业'],
  ['county', '县'],
  ['city', '市'],
  ['province', '省'],
] as const

const deadlinesText = ({ levelDeadlines }: FillTime) =>
  LEVELS.flatMap(([level, name]) => {
    const deadline = levelDeadlines?.[level]
    return deadline ? [`${name} ${deadline.slice(5, 16)}`] : []
  }).join('，')

const columnsFor = (types: readonly Choice[], regions: readonly RegionNode[], readAt: number) =>
  columnsOf<FillTime>([
    {
      key: 'fillType',
      title: '填报类型',
      width: 140,
      value: ({ fillType }) => types.find(({ value }) => value === fillType)?.label ?? fillType,
    },
    { key: 'period', title: '填报期', width: 140, value: periodOf },
    {
      key: 'regions',
      title: '适用地区',
      width: 130,
      value: ({ regionCodes = [] }) =>
        regionCodes.length === 0
          ? '全国'
          : regionCodes.map((code) => regions.find(({ value }) => value === code)?.label ?? code).join('、'),
    },
    {
      key: 'left',
      title: '剩余时间',
      width: 130,
      value: ({ remainingSeconds }) => remainingSeconds,
      cell: (fillTime) => (fillTime.enabled ? <Countdown window={fillTime} readAt={readAt} /> : '已停用'),
    },
    { key: 'startTime', title: '开始时间', width: 150, value: ({ startTime }) => startTime.slice(0, 16) },
    { key: 'endTime', title: '结束时间', width: 150, value: ({ endTime }) => endTime.slice(0, 16) },
    { key: 'deadlines', title: '各级截止', width: 240, value: deadlinesText },
    { key: 'remark', title: '备注', width: 200, hidden: true },
  ])

interface Asked {
  task: WindowTask
  fillTime?: FillTime
}

function Actions({
  fillTime,
  isProvince,
  onAsk,
}: {
  fillTime: FillTime
  isProvince: boolean
  onAsk: (asked: Asked) => void
}) {
  const tasks: readonly (readonly [WindowTask, string])[] = isProvince
    ? [['limit', '市县截止']]
    : [
        ['change', '修改'],
        ['extend', '延期'],
      ]
  return (
    <span className="flex gap-3">
      {tasks.map(([task, name]) => (
        <button
          key={task}
          type="button"
          className="text-brand-ink text-s hover:underline"
          onClick={() => onAsk({ task, fillTime })}
        >
          {name}
        </button>
      ))}
    </span>
  )
}

/** 填报时间与入库: all windows with remaining time, and the warehouse of a quarter. */
export function WindowScreen() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(periodicQueries.windows({}))
  const session = useQuery(sessionQueries.info)
  const [asked, setAsked] = useState<Asked>()
  const { useDict, useRegions } = usePorts()
  const columns = columnsFor(useDict('fill_type'), useRegions(true), dataUpdatedAt)
  const isProvince = session.data !== undefined && may(session.data.user, 'windows.limit')
  const canSync = useCan(['warehouse:sync', 'admin'])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LocalTable
        id="fill-times"
        title="填报时间"
        rows={data}
        columns={columns}
        rowId={({ id }) => id}
        empty="尚未设置填报时间"
        isFetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        actions={
          !isProvince && (
            <Button look="primary" onClick={() => setAsked({ task: 'create' })}>
              新增
            </Button>
          )
        }
        rowActions={(fillTime) => <Actions fillTime={fillTime} isProvince={isProvince} onAsk={setAsked} />}
        actionsWidth={120}
      />
      {canSync && <SyncCard />}
      {asked && (
        <WindowForm task={asked.task} fillTime={asked.fillTime} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}
