import { useMutation } from '@tanstack/react-query'
import { isXinchuError } from '@xinchu/sdk'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DictText } from '../../../ui/dict-text.tsx'
import { RuleCode } from '../../../ui/rule-code.tsx'
import { CONCLUSION, commentKey, type Item, OPINION, progressOf, RECOMMEND, type Task } from './model.ts'
import type { Sheet } from './use-sheet.ts'

interface SubmitProps {
  task: Task
  items: readonly Item[]
  sheet: Sheet
  onClose: () => void
}

/** Shows what is submitted and asks for the confirmation. */
export function SubmitDialog({ task, items, sheet, onClose }: SubmitProps) {
  const { values } = sheet
  const { sum, count } = progressOf(items, values)
  const comments = items.filter(({ id }) => (values[commentKey(id)] ?? '').trim() !== '').length
  const sending = useMutation({
    mutationFn: sheet.submit,
    onSuccess: onClose,
    // The dialog shows the refusal.
    meta: { invalidates: [], showsConflict: true },
  })
  const { error } = sending
  return (
    <Dialog
      open
      isFirm
      title="提交评分"
      description={task.projectName}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>返回修改</Button>
          <Button look="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
            确认提交
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[6em_minmax(0,1fr)] gap-x-3 gap-y-2">
        <dt className="text-ink-faint">总分</dt>
        <dd>
          <strong className="text-xl">{sum}</strong> / 100，共 {count} 项
        </dd>
        <dt className="text-ink-faint">评审结论</dt>
        <dd>
          <DictText dict="review_result" value={values[CONCLUSION]} />
        </dd>
        {task.stage === 'EXCELLENT' && (
          <>
            <dt className="text-ink-faint">推荐入选</dt>
            <dd>{values[RECOMMEND] === 'true' ? '推荐' : '不推荐'}</dd>
          </>
        )}
        <dt className="text-ink-faint">评语</dt>
        <dd>{comments} 条</dd>
        <dt className="text-ink-faint">评审意见</dt>
        <dd className="whitespace-pre-line break-words">{values[OPINION]}</dd>
      </dl>
      <p className="mt-3 rounded-md bg-warning-soft px-3 py-2 text-warning">提交后不能修改，评分即封存。</p>
      {error && (
        <p role="alert" className="mt-2 text-danger">
          {error.message}
          {isXinchuError(error) && <RuleCode code={error.code} />}
        </p>
      )}
    </Dialog>
  )
}
