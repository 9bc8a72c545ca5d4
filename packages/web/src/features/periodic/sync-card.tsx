import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WarehouseDifference, WarehouseSync } from '@xinchu/sdk'
import { isAmong } from '@xinchu/sdk/rights'
import { roundTo } from '@xinchu/validators'
import { useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { ConfirmUsage } from './confirm-usage.tsx'
import { lastPeriod, PeriodPicker, periodName } from './period.tsx'
import { periodicMutations } from './queries.ts'
import type { Period } from './usage-model.ts'

const REASON_LENGTH = 200

const CHANGES: Readonly<Record<WarehouseDifference['change'], string>> = {
  ADDED: '新增',
  CHANGED: '变更',
  REMOVED: '移出',
}

type ChangedField = NonNullable<WarehouseDifference['fields']>[number]
const fieldText = ({ label, before = '空', after = '空' }: ChangedField) => `${label}：${before} → ${after}`

const changeOf = (before: number, after: number) => roundTo(after - before, 4)

const columns = columnsOf<WarehouseDifference>([
  { key: 'change', title: '差异', width: 80, value: ({ change }) => CHANGES[change] },
  {
    key: 'projectName',
    title: '项目名称',
    width: 280,
    cell: ({ id, projectName }) => (
      <Link to="/esproject/detail/$id" params={{ id: String(id) }} className="text-brand-ink hover:underline">
        {projectName}
      </Link>
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

/** Reports that the nation has not confirmed. They have a step of their own. */
function Waiting({ count = 0, onAsk }: { count: number | undefined; onAsk?: (() => void) | undefined }) {
  if (count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-3 text-s text-warning">
      <span>另有 {figure(count)} 件使用情况待国家确认，入库不会确认，也不写入</span>
      {onAsk && <Button onClick={onAsk}>确认使用情况…</Button>}
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
      {report.skipped.length > 0 && (
        <ul className="text-s text-warning">
          {report.skipped.map(({ id, message }) => (
            <li key={id}>
              {id}：{message}
            </li>
          ))}
        </ul>
      )}
      <LocalTable
        id="warehouse-differences"
        title={`${periodName(period)}与现行快照的差异`}
        rows={report.differences ?? []}
        columns={columns}
        rowId={({ id }) => id}
        empty="没有差异"
      />
    </>
  )
}

/** Compares passed records with the official snapshot and then stores them. */
export function SyncCard() {
  const [period, setPeriod] = useState(lastPeriod)
  const [report, setReport] = useState<WarehouseSync>()
  const [isAsked, setAsked] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const isNation = isAmong(useSuspenseQuery(sessionQueries.info).data.user, ['NAT'])
  const [reason, setReason] = useState('')
  const comparing = useMutation({ ...periodicMutations.compare, onSuccess: setReport })
  const sync = useMutation({
    ...periodicMutations.sync,
    onSuccess(result) {
      setAsked(false)
      setReason('')
      setReport(result)
      notify(`已入库：新增 ${result.added ?? 0}，变更 ${result.changed ?? 0}`, 'success')
    },
  })
  const isRestatement = report?.isRestatement === true
  const isBusy = comparing.isPending || sync.isPending
  const choose = (text: string) => {
    const [year, quarter] = text.split('-').map(Number)
    setReport(undefined)
    setPeriod({ year: year ?? period.year, quarter: (quarter ?? period.quarter) as Period['quarter'] }) // of the picker
  }
  return (
    <section className="card">
      <header className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2.5">
        <h2 className="font-medium">同步入库</h2>
        <p className="mr-auto text-ink-faint text-s">
          将国家审核通过的项目与国家已确认的使用情况写入统计快照；入库前原快照仍为正式数据
        </p>
        <PeriodPicker period={period} onPeriod={choose} />
        <Button busy={isBusy} onClick={() => comparing.mutate(period)}>
          核对差异
        </Button>
        <Button look="primary" disabled={!report} busy={isBusy} onClick={() => setAsked(true)}>
          入库
        </Button>
      </header>
      {report ? (
        <div className="grid gap-3 p-4">
          <Report
            report={report}
            period={period}
            onConfirm={isNation ? () => setConfirming(true) : undefined}
          />
        </div>
      ) : (
        <p className="px-4 py-8 text-center text-ink-faint text-s">请先核对差异，再入库</p>
      )}
      {isConfirming && (
        <ConfirmUsage
          period={period}
          onDone={() => comparing.mutate(period)}
          onClose={() => setConfirming(false)}
        />
      )}
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="确认入库"
        description={`${periodName(period)}：新增 ${report?.added ?? 0}，变更 ${report?.changed ?? 0}，移出 ${report?.removed ?? 0}；已确认使用情况 ${report?.usageRows ?? 0}`}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>取消</Button>
            <Button
              look="primary"
              busy={isBusy}
              disabled={isRestatement && reason.trim() === ''}
              onClick={() => sync.mutate({ ...period, ...(isRestatement ? { reason: reason.trim() } : {}) })}
            >
              确定入库
            </Button>
          </>
        }
      >
        <Waiting count={report?.usageWaiting} />
        <p className="text-s">入库后，各项统计即以新的快照为准；可重复执行，结果不变。</p>
        {isRestatement && (
          <div className="mt-3 grid gap-2">
            <p className="text-s text-warning">
              本期数据已公布，入库将修订已公布的数；原值、新值与原因留存于修订记录，随统计一并显示。
            </p>
            <Field label="修订原因" required>
              {(control) => (
                <Textarea {...control} value={reason} onValue={setReason} maxLength={REASON_LENGTH} />
              )}
            </Field>
          </div>
        )}
      </Dialog>
    </section>
  )
}
