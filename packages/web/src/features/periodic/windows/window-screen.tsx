import { useQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import type { FillTime } from '@xinchu/sdk'
import { isExtension, windowPeriod } from '@xinchu/validators'
import { useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { useCan } from '../../../app/use-can.ts'
import { nowInBeijing } from '../../../lib/beijing.ts'
import { useOffices } from '../../../records/offices.ts'
import { Countdown } from '../../../records/window-status.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Choice, type RegionNode, usePorts } from '../../../ui/ports.ts'
import { columnsOf } from '../../../ui/table/column.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { periodicQueries } from '../queries.ts'
import { SyncCard } from '../sync-card.tsx'
import { WindowCalendar } from './window-calendar.tsx'
import { WindowCopy } from './window-copy.tsx'
import { WindowForm, type WindowTask } from './window-form.tsx'
import { deadlinesText } from './window-words.ts'
import { BAR_STATES, stateOf } from './year-bars.ts'

interface Names {
  types: readonly Choice[]
  regions: readonly RegionNode[]
  offices: readonly Choice[]
}

/** Name of a region of any level. */
function regionName(regions: readonly RegionNode[], code: string): string | undefined {
  for (const { value, label, children = [] } of regions) {
    const name = value === code ? label : regionName(children, code)
    if (name) return name
  }
  return undefined
}

/** Describes who may use a window. */
function reachText({ regionCodes = [], orgIds = [] }: FillTime, { regions, offices }: Names): string {
  const names = [
    ...regionCodes.map((code) => regionName(regions, code) ?? code),
    ...orgIds.map((id) => offices.find(({ value }) => value === String(id))?.label ?? `机构 ${id}`),
  ]
  return names.length === 0 ? '全国' : names.join('、')
}

const columnsFor = (names: Names, readAt: number) =>
  columnsOf<FillTime>([
    {
      key: 'fillType',
      title: '填报类型',
      width: 140,
      value: ({ fillType }) => names.types.find(({ value }) => value === fillType)?.label ?? fillType,
    },
    { key: 'period', title: '填报期', width: 140, value: windowPeriod },
    {
      key: 'regions',
      title: '适用地区',
      width: 130,
      value: (fillTime) => reachText(fillTime, names),
    },
    {
      key: 'left',
      title: '剩余时间',
      width: 130,
      value: ({ remainingSeconds }) => remainingSeconds,
      cell: (fillTime) => {
        const state = stateOf(fillTime, nowInBeijing())
        return state === 'open' ? <Countdown window={fillTime} readAt={readAt} /> : BAR_STATES[state]
      },
    },
    { key: 'startTime', title: '开始时间', width: 150, value: ({ startTime }) => startTime.slice(0, 16) },
    { key: 'endTime', title: '结束时间', width: 150, value: ({ endTime }) => endTime.slice(0, 16) },
    { key: 'deadlines', title: '各级截止', width: 240, value: deadlinesText },
    { key: 'reason', title: '延期原因', width: 180 },
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
    : isExtension(fillTime)
      ? [['change', '修改']]
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

/** 填报时间与入库: a calendar and a list of all windows, and the warehouse of a quarter. */
export function WindowScreen() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(periodicQueries.windows({}))
  const session = useQuery(sessionQueries.info)
  const [asked, setAsked] = useState<Asked>()
  const [isCopying, setCopying] = useState(false)
  const { useDict, useRegions } = usePorts()
  const types = useDict('fill_type')
  const { offices } = useOffices(data?.some(({ orgIds = [] }) => orgIds.length > 0) ?? false)
  const columns = columnsFor({ types, regions: useRegions(true), offices }, dataUpdatedAt)
  const isProvince = session.data !== undefined && may(session.data.user, 'windows.limit')
  const canSync = useCan(['warehouse:sync', 'admin'])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {data && data.length > 0 && (
        <WindowCalendar
          windows={data}
          kinds={types}
          onOpen={(fillTime) => setAsked({ task: isProvince ? 'limit' : 'change', fillTime })}
        />
      )}
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
            <>
              <Button icon="calendar" onClick={() => setCopying(true)}>
                从上一期复制
              </Button>
              <Button look="primary" icon="plus" onClick={() => setAsked({ task: 'create' })}>
                新增
              </Button>
            </>
          )
        }
        rowActions={(fillTime) => <Actions fillTime={fillTime} isProvince={isProvince} onAsk={setAsked} />}
        actionsWidth={120}
      />
      {canSync && <SyncCard />}
      {asked && (
        <WindowForm
          key={asked.task}
          task={asked.task}
          fillTime={asked.fillTime}
          onTask={(task) => setAsked({ ...asked, task })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {isCopying && <WindowCopy onClose={() => setCopying(false)} />}
    </div>
  )
}
