import type { FieldError } from '@xinchu/sdk'
import { AT_PRESENT, fileLine, totalWords } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { nowInBeijing } from '../lib/beijing.ts'
import { copyText } from '../lib/copy-text.ts'
import { csvOf } from '../lib/csv.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { notify } from './notice.tsx'
import { UndoStrip } from './review/undo-strip.tsx'
import { RuleCode } from './rule-code.tsx'

/** Outcome of an action on several records. */
export interface BatchOutcome {
  succeeded: readonly number[]
  failed: readonly Refusal[]
  /** Offer to undo what succeeded; compatible with the contract's UndoOffer. */
  undo?: { undoId: string; seconds?: number; ids?: readonly number[] }
}

export interface Refusal {
  id: number
  code?: string
  message: string
  /** All faults by field. */
  errors?: readonly FieldError[]
}

interface BatchResultProps {
  /** Name of the action, such as 提交. */
  action: string
  /** Undefined keeps the dialog closed. */
  outcome: BatchOutcome | undefined
  /** Names a record. */
  nameOf: (id: number) => string
  onClose: () => void
  /** What can be done about a refusal. */
  wayOf?: (refusal: Refusal) => ReactNode
  /** Retries the failed ones. */
  onRetry?: (ids: number[]) => void
  /** End of the undo period, as `performance.now()`. */
  undo?: { until: number; onUndo: () => void } | undefined
}

const NONE: BatchOutcome = { succeeded: [], failed: [] }

/** Reasons of a refusal, one per field if known. */
const reasonsOf = ({ code, message, errors }: Refusal): { code: string | undefined; reason: string }[] =>
  errors?.map((error) => ({
    code: error.code,
    reason: error.caption ? `${error.caption}：${error.message}` : error.message,
  })) ?? [{ code, reason: message }]

const lineOf = ({ code, reason }: ReturnType<typeof reasonsOf>[number]) =>
  code ? `${code} ${reason}` : reason

/** The outcome as a table, failures first, each with its reason. */
const tableOf = ({ succeeded, failed }: BatchOutcome, nameOf: (id: number) => string): string[][] => [
  ['编号', '名称', '结果', '原因'],
  ...failed.map((refusal) => [
    String(refusal.id),
    nameOf(refusal.id),
    '未成功',
    reasonsOf(refusal).map(lineOf).join('；'),
  ]),
  ...succeeded.map((id) => [String(id), nameOf(id), '成功', '']),
]

/** Copies the outcome to the clipboard or a file. */
function TakeAlong({ action, table }: { action: string; table: readonly (readonly string[])[] }) {
  const copy = async () => {
    const isCopied = await copyText(table.map((row) => row.join('\t')).join('\n'))
    notify(isCopied ? '已复制' : '复制失败，请下载', isCopied ? 'success' : 'error')
  }
  const save = () => {
    const total = totalWords(table.length - 1)
    const line = fileLine({ period: AT_PRESENT, total, source: `${action}结果`, moment: nowInBeijing() })
    saveFile(csvOf([[line], ...table]), `${action}结果.csv`)
  }
  return (
    <span className="mr-auto flex gap-2">
      <Button icon="copy" onClick={() => void copy()}>
        复制
      </Button>
      <Button icon="download" onClick={save}>
        下载
      </Button>
    </span>
  )
}

/** Summarizes an outcome: of a single record, of all, or by counts. */
function summaryOf({ succeeded, failed }: BatchOutcome, action: string, nameOf: (id: number) => string) {
  const [done] = succeeded
  const [refused] = failed
  if (failed.length === 0 && done !== undefined)
    return succeeded.length === 1 ? `已${action}“${nameOf(done)}”` : `已${action} ${succeeded.length} 项`
  if (succeeded.length === 0 && refused)
    return failed.length === 1
      ? `未能${action}“${nameOf(refused.id)}”，记录没有变化`
      : `${failed.length} 项均未能${action}，记录没有变化`
  return `成功 ${succeeded.length} 项，未成功 ${failed.length} 项`
}

/** What was done, and how much of it can be undone. */
const undoableOf = ({ succeeded, undo }: BatchOutcome, action: string) =>
  `已${action} ${succeeded.length} 件${undo?.ids ? `，其中 ${undo.ids.length} 件可撤销` : ''}`

/** Shows for each record whether a batch action succeeded, with the reason of a failure. */
export function BatchResult({ action, outcome, nameOf, wayOf, onClose, onRetry, undo }: BatchResultProps) {
  const { succeeded, failed } = outcome ?? NONE
  return (
    <Dialog
      open={outcome !== undefined}
      onClose={onClose}
      title={`${action}结果`}
      description={outcome ? summaryOf(outcome, action, nameOf) : ''}
      footer={
        <>
          <TakeAlong action={action} table={tableOf({ succeeded, failed }, nameOf)} />
          {onRetry && failed.length > 0 && (
            <Button onClick={() => onRetry(failed.map(({ id }) => id))}>
              {failed.length === 1 ? '重试' : `重试 ${failed.length} 件`}
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            知道了
          </Button>
        </>
      }
    >
      {undo && succeeded.length > 0 && (
        <UndoStrip text={undoableOf(outcome ?? NONE, action)} until={undo.until} onUndo={undo.onUndo} />
      )}
      <ul className="max-h-[50dvh] divide-y divide-line overflow-y-auto text-s" aria-label={`${action}结果`}>
        {failed.map((refusal) => (
          <li key={refusal.id} className="grid gap-0.5 py-2">
            <span className="font-medium">{nameOf(refusal.id)}</span>
            <ul className="grid gap-0.5 text-danger">
              {reasonsOf(refusal).map(({ code, reason }) => (
                <li key={`${code} ${reason}`}>
                  {reason}
                  <RuleCode code={code} />
                </li>
              ))}
            </ul>
            {wayOf?.(refusal)}
          </li>
        ))}
        {succeeded.map((id) => (
          <li key={id} className="flex justify-between gap-3 py-2">
            <span className="min-w-0 truncate">{nameOf(id)}</span>
            <span className="shrink-0 text-success">成功</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
