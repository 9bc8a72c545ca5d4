import { DemoStatus } from '@xinchu/contract/codes'
import type { ReviewBatch } from '@xinchu/sdk'
import { useFormSlice } from '../../../ui/form/context.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { confirmSelection } from './confirm-selection.ts'
import { FeedbackFields } from './feedback-fields.tsx'
import { isJudged, lackingIn } from './feedback-model.ts'
import { type Group, type Row, selectionOf } from './result-model.ts'
import { useDecision, useFeedback } from './use-feedback.ts'

interface SelectProps {
  batch: ReviewBatch
  groups: readonly Group[]
  onClose: () => void
}

interface RowsProps {
  title: string
  rows: readonly { row: Row; group: Group }[]
  /** They are not selected, and are told why. */
  isFailing?: boolean
}

const isOpen = ({ status }: Row): boolean => status === DemoStatus.inExcellentReview

function Rows({ title, rows, isFailing = false }: RowsProps) {
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
                  {[
                    group.groupName,
                    [...row.reasons, row.adjustedReason && `调整：${row.adjustedReason}`]
                      .filter(Boolean)
                      .join('；'),
                  ]
                    .filter(Boolean)
                    .join('：')}
                </span>
              </span>
            </div>
            {isFailing && isOpen(row) && <FeedbackFields row={row} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows who is selected, who is not and why, before it is decided. Who is not selected is told why. */
export function SelectDialog({ batch, groups, onClose }: SelectProps) {
  const { selected, others } = selectionOf(groups)
  const failing = others.map(({ row }) => row).filter(isOpen)
  const form = useFeedback(batch, failing)
  const { isBusy, decide } = useDecision(
    form,
    confirmSelection,
    (count) => `已确定拟入选 ${selected.length} 项，共办理 ${count} 项`,
    onClose,
  )
  const lacking = useFormSlice(({ values }) => lackingIn(values, failing.filter(isJudged)), form.api)
  const isUnfinished = [...selected, ...others].some(({ row }) => !isOpen(row))
  return (
    <FormDialog
      form={form}
      size="summary"
      title={`确定拟入选（${selected.length}）`}
      description="确定后拟入选项目进入公示，其余为未入选，须写明反馈意见；公示后不能再调整。"
      action={`确定拟入选 ${selected.length} 项`}
      status={lacking ?? (isUnfinished ? '已办理的项目不再重复办理' : '')}
      busy={isBusy}
      onSubmit={() => decide(failing, (feedback) => ({ groups, feedback }))}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Rows title="拟入选" rows={selected} />
        <Rows title="未入选" rows={others} isFailing />
      </div>
    </FormDialog>
  )
}
