import { useMutation } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.tsx'
import { confirmSelection } from './confirm-selection.ts'
import { FeedbackFields } from './feedback-fields.tsx'
import { type Group, type Row, selectionOf } from './result-model.ts'
import { type FeedbackTexts, useFeedback } from './use-feedback.ts'

interface SelectProps {
  groups: readonly Group[]
  onClose: () => void
}

interface RowsProps {
  title: string
  rows: readonly { row: Row; group: Group }[]
  /** Given for projects that are not selected. */
  feedback?: FeedbackTexts
}

const isOpen = ({ status }: Row): boolean => status === DemoStatus.inExcellentReview

function Rows({ title, rows, feedback }: RowsProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium">
        {title} {rows.length} 项
      </h3>
      <ul className="grid gap-1 text-s">
        {rows.map(({ row, group }) => (
          <li key={row.projectId} className="rounded bg-sunken">
            <div className="grid grid-cols-[3em_minmax(0,1fr)] gap-2 px-2.5 py-1.5">
              <span>{row.rank === undefined ? '—' : `第 ${row.rank}`}</span>
              <span>
                {row.projectName}
                <span className="block text-ink-soft text-xs">
                  {group.groupName}：
                  {[...row.reasons, row.adjustedReason && `调整：${row.adjustedReason}`]
                    .filter(Boolean)
                    .join('；')}
                </span>
              </span>
            </div>
            {feedback && isOpen(row) && <FeedbackFields row={row} feedback={feedback} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows who is selected, who is not and why, before it is decided. Who is not selected is told why. */
export function SelectDialog({ groups, onClose }: SelectProps) {
  const { selected, others } = selectionOf(groups)
  const feedback = useFeedback()
  const deciding = useMutation({
    ...confirmSelection,
    onSuccess({ succeeded, failed }) {
      if (failed[0]) notify(`${failed.length} 项未办成：${failed[0].message}`)
      else notify(`已确定拟入选 ${selected.length} 项，共办理 ${succeeded} 项`, 'success')
      onClose()
    },
  })
  const failing = others.map(({ row }) => row).filter(isOpen)
  const lacking = feedback.lacking(failing)
  const isUnfinished = [...selected, ...others].some(({ row }) => !isOpen(row))
  return (
    <Dialog
      open
      isFirm
      size="summary"
      title={`确定拟入选（${selected.length}）`}
      description="确定后拟入选项目进入公示，其余为未入选，须写明反馈意见；公示后不能再调整。"
      onClose={onClose}
      footer={
        <>
          <span role="status" className="mr-auto self-center text-s text-warning">
            {lacking ?? (isUnfinished && '已办理的项目不再重复办理')}
          </span>
          <Button onClick={onClose}>返回</Button>
          <Button
            look="primary"
            disabled={lacking !== undefined}
            busy={deciding.isPending}
            onClick={() => deciding.mutate({ groups, feedback: feedback.sent(failing) })}
          >
            确定拟入选 {selected.length} 项
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Rows title="拟入选" rows={selected} />
        <Rows title="未入选" rows={others} feedback={feedback} />
      </div>
    </Dialog>
  )
}
