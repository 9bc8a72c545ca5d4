import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import { isXinchuError, type WarehouseSync, type WarehouseTask } from '@xinchu/sdk'
import { useEffect, useState } from 'react'
import { refresh } from '../../app/query-client.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmUsage } from './confirm-usage.tsx'
import { changeOf, Differences } from './differences.tsx'
import { lastPeriod, PeriodPicker, periodName } from './period.tsx'
import { PeriodChanges } from './period-changes.tsx'
import { PublishPeriod } from './publish-period.tsx'
import { isOpenTask, periodicMutations } from './queries.ts'
import { StoreDialog, Waiting } from './store-dialog.tsx'
import { SyncTask } from './sync-task.tsx'
import type { Period } from './usage-model.ts'
import { useSyncTask } from './use-sync-task.ts'

interface AmountsProps {
  name: string
  unit: string
  before: number | undefined
  after: number | undefined
}

/** A sum of the current snapshot, of the next one, and their difference. */
function Amounts({ name, unit, before = 0, after = 0 }: AmountsProps) {
  const change = changeOf(before, after)
  return (
    <p className="text-s">
      {name}：现行快照 {figure(before)} {unit}，入库后 <strong>{figure(after)}</strong> {unit}（
      {change < 0 ? '减少' : '增加'} {figure(Math.abs(change))} {unit}）
    </p>
  )
}

interface ReportProps {
  report: WarehouseSync
  period: Period
  onConfirm: (() => void) | undefined
}

function Report({ report, period, onConfirm }: ReportProps) {
  const counts = [
    ['入库后项目', report.projects],
    ['已确认使用情况', report.usageRows],
    ['新增', report.added ?? 0],
    ['变更', report.changed ?? 0],
    ['移出', report.removed ?? 0],
    ['暂不入库', report.skipped.length],
  ] as const
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(110px,1fr))] gap-px overflow-hidden rounded-md border border-line bg-line">
        {counts.map(([caption, count]) => (
          <div key={caption} className="bg-surface px-3 py-2">
            <dt className="text-ink-faint text-xs">{caption}</dt>
            <dd className="font-medium text-lg">{figure(count)}</dd>
          </div>
        ))}
      </dl>
      <Amounts name="功率" unit="MW" before={report.powerBefore} after={report.powerAfter} />
      <Amounts name="能量" unit="MWh" before={report.energyBefore} after={report.energyAfter} />
      <Waiting count={report.usageWaiting} onAsk={onConfirm} />
      <PeriodChanges periods={report.periods ?? []} />
      {report.skipped.length > 0 && (
        <ul className="text-s text-warning">
          {report.skipped.map(({ id, message }) => (
            <li key={id}>
              {id}：{message}
            </li>
          ))}
        </ul>
      )}
      <Differences
        id="warehouse-differences"
        title={`${periodName(period)}与现行快照的差异`}
        rows={report.differences ?? []}
      />
    </>
  )
}

/** What the newest task has shown of a period: what it would store, or has stored. */
const shownBy = (task: WarehouseTask | undefined, period: Period) =>
  task?.year === period.year && task.quarter === period.quarter && task.state !== 'FAILED'
    ? task.result
    : undefined

/** The number of what was compared and is not yet stored. */
const storable = (task: WarehouseTask | undefined) =>
  task?.state === 'COMPARED' || task?.state === 'UNDONE' ? task.result?.previewId : undefined

const isConflict = (error: Error) => isXinchuError(error) && error.kind === 'conflict'

/** The quarter that is compared, its report, and what is asked about it. */
function useSync() {
  const [period, setPeriod] = useState(lastPeriod)
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState<'store' | 'confirm'>()
  // The task that was asked for here: its undo gets the focus of the dialog.
  const [own, setOwn] = useState<number>()
  const task = useSyncTask()
  const close = () => setAsked(undefined)
  const client = useQueryClient()
  /** A conflict tells of a task that another tab or person has asked for. */
  const readTask = (error: Error) => {
    if (isConflict(error)) void refresh(client, periodicMutations.ask)
  }
  const comparing = useMutation({ ...periodicMutations.ask, onError: readTask })
  const storing = useMutation({
    ...periodicMutations.ask,
    onSuccess({ taskId }) {
      close()
      setReason('')
      setOwn(taskId)
    },
    onError(error) {
      // What was shown is not what would be stored: it is compared again first.
      if (isConflict(error)) close()
      readTask(error)
    },
  })
  const choose = (text: string) => {
    const [year, quarter] = text.split('-').map(Number)
    setPeriod({ year: year ?? period.year, quarter: (quarter ?? period.quarter) as Period['quarter'] }) // of the picker
  }
  const report = shownBy(task, period)
  const isBusy = comparing.isPending || storing.isPending || (task !== undefined && isOpenTask(task))
  const { mutate: ask } = comparing
  // Reports that are confirmed, or no longer, while a comparison is under way are compared after it.
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || isBusy) return
    setWanted(false)
    ask({ ...period, dryRun: true, background: true })
  }, [ask, isWanted, isBusy, period])
  const compare = () => setWanted(true)
  const dialog = { period, isBusy, reason, onReason: setReason, onStore: storing.mutate, onClose: close }
  return { period, task, own, report, asked, isBusy, dialog, setAsked, close, choose, compare }
}

/** Compares passed records with the official snapshot and then stores them. */
export function SyncCard() {
  const { period, task, own, report, asked, isBusy, dialog, setAsked, close, choose, compare } = useSync()
  const isNation = isAmong(useSuspenseQuery(sessionQueries.info).data.user, ['NAT'])
  const confirm = isNation ? () => setAsked('confirm') : undefined
  return (
    <section className="card">
      <header className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2.5">
        <h2 className="font-medium">同步入库</h2>
        <p className="mr-auto text-ink-faint text-s">
          将国家审核通过的项目与国家已确认的使用情况写入统计快照；入库前原快照仍为正式数据
        </p>
        <PeriodPicker period={period} onPeriod={choose} />
        <Button busy={isBusy} onClick={compare}>
          核对差异
        </Button>
        <Button
          look="primary"
          disabled={report === undefined || storable(task) === undefined}
          busy={isBusy}
          onClick={() => setAsked('store')}
        >
          入库
        </Button>
      </header>
      {isNation && (
        <div className="border-line border-b px-4 py-2">
          <PublishPeriod period={period} waiting={report?.usageWaiting} onDone={() => report && compare()} />
        </div>
      )}
      {task && task.state !== 'NONE' && (
        <div className="border-line border-b px-4 py-2">
          <SyncTask task={task} takesFocus={task.id === own} />
        </div>
      )}
      {report ? (
        <div className="grid gap-3 p-4">
          <Report report={report} period={period} onConfirm={confirm} />
        </div>
      ) : (
        <p className="px-4 py-8 text-center text-ink-faint text-s">
          {task?.state === 'COMPARING' ? '核对完成后，差异列在这里' : '请先核对差异，再入库'}
        </p>
      )}
      {asked === 'confirm' && <ConfirmUsage period={period} onDone={compare} onClose={close} />}
      {asked === 'store' && report && <StoreDialog report={report} {...dialog} />}
    </section>
  )
}
