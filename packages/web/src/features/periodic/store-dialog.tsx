import type { WarehouseSync, WarehouseSyncRequest } from '@xinchu/sdk'
import { movesPublished, RESTATEMENT_REASON } from '@xinchu/validators'
import { useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/inputs.tsx'
import { periodName } from './period.tsx'
import type { Period } from './usage-model.ts'

/** Reports that the nation has not confirmed. They have a step of their own. */
export function Waiting({
  count = 0,
  onAsk,
}: {
  count: number | undefined
  onAsk?: (() => void) | undefined
}) {
  if (count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-3 text-s text-warning">
      <span>另有 {figure(count)} 件使用情况待国家确认，入库不会确认，也不写入</span>
      {onAsk && <Button onClick={onAsk}>确认使用情况…</Button>}
    </p>
  )
}

interface StoreProps {
  period: Period
  report: WarehouseSync
  isBusy: boolean
  /** Why published figures change. Kept while the dialog is closed. */
  reason: string
  onReason: (reason: string) => void
  onStore: (request: WarehouseSyncRequest) => void
  onClose: () => void
}

const textOf = ({ year, quarter }: { year: number; quarter: number }) => `${year}-${quarter}`

/** Earlier periods that change only if the sync revises them, the newest first. */
const revisable = ({ periods = [] }: WarehouseSync) => periods.filter(({ isRevised }) => !isRevised)

interface ReviseProps {
  report: WarehouseSync
  /** The first revised period; empty for none. */
  from: string
  onFrom: (from: string) => void
}

/** How far back a sync changes published figures. By default, none before its period. */
function Revise({ report, from, onFrom }: ReviseProps) {
  const periods = revisable(report)
  if (periods.length === 0) return null
  return (
    <Field label="此前的期次">
      {(control) => (
        <Select
          {...control}
          placeholder=""
          value={from}
          onValue={onFrom}
          options={[
            { value: '', label: '只从本期起，此前的数不变' },
            ...periods.map((each) => ({ value: textOf(each), label: `一并修订，自${periodName(each)}起` })),
          ]}
        />
      )}
    </Field>
  )
}

/** Asks before a quarter is stored, how far back, and why if published figures change. */
export function StoreDialog(props: StoreProps) {
  const { period, report, isBusy, reason, onReason, onStore, onClose } = props
  const [from, setFrom] = useState('')
  const { added = 0, changed = 0, removed = 0, usageRows } = report
  const revise = revisable(report).find((each) => textOf(each) === from)
  const isRestatement = report.isRestatement || movesPublished(report.periods ?? [], revise)
  const isReady = !isRestatement || [...reason.trim()].length >= RESTATEMENT_REASON.least
  const store = () =>
    onStore({
      ...period,
      ...(report.previewId === undefined ? {} : { previewId: report.previewId }),
      ...(isRestatement ? { reason: reason.trim() } : {}),
      ...(revise ? { revise: { year: revise.year, quarter: revise.quarter } } : {}),
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title="确认入库"
      description={`${periodName(period)}：新增 ${added}，变更 ${changed}，移出 ${removed}；已确认使用情况 ${usageRows}`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={isBusy} disabled={!isReady} onClick={store}>
            确定入库
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Waiting count={report.usageWaiting} />
        <p className="text-s">入库后，本期统计以新数据为准；可撤销的时间过后才写入。</p>
        <Revise report={report} from={from} onFrom={setFrom} />
        {isRestatement && (
          <>
            <p className="text-s text-warning">
              入库将修订已公布的数；原值、新值与原因留存于修订记录，随统计一并显示。
            </p>
            <Field label="修订原因" hint={`至少 ${RESTATEMENT_REASON.least} 个字`} required>
              {(control) => (
                <Textarea
                  {...control}
                  value={reason}
                  onValue={onReason}
                  maxLength={RESTATEMENT_REASON.most}
                />
              )}
            </Field>
          </>
        )}
      </div>
    </Dialog>
  )
}
