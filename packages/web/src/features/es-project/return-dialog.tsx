import { type KeyboardEvent, useState } from 'react'
import { today } from '../../lib/beijing.ts'
import { Button } from '../../ui/button.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { Key } from '../../ui/review/key.tsx'
import { Going, LeftOutRows } from './batch-sections.tsx'
import { type Passing, planReturn, sumsText } from './pass-model.ts'
import { goalOf, useReviews } from './use-pass-plan.ts'

/** Request of the dialog: projects, one opinion for all, and the deadline of the correction. */
export interface ReturnWords {
  ids: number[]
  opinion: string
  dueDate?: string
}

interface ReturnDialogProps {
  rows: readonly Passing[]
  isBusy: boolean
  onConfirm: (words: ReturnWords) => void
  onClose: () => void
}

const NOTE = 'return-note'

/** Confirms a return with one opinion: its recipient, and projects left out with the reason. */
export function ReturnDialog({ rows, isBusy, onConfirm, onClose }: ReturnDialogProps) {
  const { records, isLoading } = useReviews(rows)
  const { going, left } = planReturn(rows, records)
  const goal = goalOf(records, 'RETURN')
  const [opinion, setOpinion] = useState('')
  const [dueDate, setDueDate] = useState('')
  const refusal = isLoading
    ? '正在核对…'
    : going.length === 0
      ? '没有可退回的项目'
      : opinion.trim() === ''
        ? '请填写退回意见'
        : undefined
  const confirm = () => {
    if (refusal || isBusy) return
    const ids = going.map(({ id }) => id)
    onConfirm({ ids, opinion: opinion.trim(), ...(dueDate ? { dueDate } : {}) })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    confirm()
  }
  return (
    <Dialog
      open
      isFirm={opinion !== '' || dueDate !== ''}
      onClose={onClose}
      size="summary"
      title={`退回 ${rows.length} 件前核对`}
      description={sumsText(rows)}
      footer={
        <>
          <span id={NOTE} role="status" className="mr-auto self-center text-ink-soft text-s">
            {refusal ?? '结果逐件列出，未成功的可重试'}
          </span>
          <Button onClick={onClose}>返回</Button>
          <Button
            look="danger"
            busy={isBusy}
            aria-disabled={refusal !== undefined}
            aria-describedby={NOTE}
            className="aria-disabled:opacity-60"
            onClick={confirm}
          >
            {left.length > 0 ? `退回 ${going.length} 件，留下 ${left.length} 件` : `退回 ${going.length} 件`}
            <Key>Ctrl Enter</Key>
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-3" onKeyDown={press}>
        <legend className="sr-only">核对</legend>
        {/* Each office has another author, so that a name is shown for a single record only. */}
        <Going
          title="将退回"
          icon="undo"
          tone="border-danger-line"
          rows={going}
          goal={goal && (going.length > 1 ? { ...goal, text: '退回后回到各填报单位' } : goal)}
        />
        <LeftOutRows left={left} />
        <Field
          label={rows.length > 1 ? '退回意见（每一件都附上，对方逐件答复）' : '退回意见'}
          required
          hint="只针对个别字段的意见，请在审核工作台逐件提出"
        >
          {(control) => <Textarea {...control} maxLength={500} value={opinion} onValue={setOpinion} />}
        </Field>
        <div className="max-w-56">
          <Field label="请于何日前改正">
            {(control) => (
              <DateInput {...control} isStrict min={today()} value={dueDate} onValue={setDueDate} />
            )}
          </Field>
        </div>
      </fieldset>
    </Dialog>
  )
}
