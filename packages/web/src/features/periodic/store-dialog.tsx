import type { WarehouseSync, WarehouseSyncRequest } from '@xinchu/sdk'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { periodName } from './period.tsx'
import type { Period } from './usage-model.ts'

const REASON_LENGTH = 200

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

/** Asks before a quarter is stored, and why if its figures are published. */
export function StoreDialog(props: StoreProps) {
  const { period, report, isBusy, reason, onReason, onStore, onClose } = props
  const { isRestatement = false, added = 0, changed = 0, removed = 0, usageRows } = report
  const store = () => onStore({ ...period, ...(isRestatement ? { reason: reason.trim() } : {}) })
  return (
    <Dialog
      open
      onClose={onClose}
      title="确认入库"
      description={`${periodName(period)}：新增 ${added}，变更 ${changed}，移出 ${removed}；已确认使用情况 ${usageRows}`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            busy={isBusy}
            disabled={isRestatement && reason.trim() === ''}
            onClick={store}
          >
            确定入库
          </Button>
        </>
      }
    >
      <Waiting count={report.usageWaiting} />
      <p className="text-s">入库后，各项统计即以新的快照为准；可重复执行，结果不变。</p>
      {isRestatement && (
        <div className="mt-3 grid gap-2">
          <p className="text-s text-warning">
            本期数据已公布，入库将修订已公布的数；原值、新值与原因留存于修订记录，随统计一并显示。
          </p>
          <Field label="修订原因" required>
            {(control) => (
              <Textarea {...control} value={reason} onValue={onReason} maxLength={REASON_LENGTH} />
            )}
          </Field>
        </div>
      )}
    </Dialog>
  )
}
