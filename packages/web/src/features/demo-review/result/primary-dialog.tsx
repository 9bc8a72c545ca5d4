import { useMutation } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { decidePrimary } from './confirm-selection.ts'
import { FeedbackFields } from './feedback-fields.tsx'
import { averageText, type Group, type Row } from './result-model.ts'
import { type FeedbackTexts, useFeedback } from './use-feedback.ts'

interface PrimaryProps {
  groups: readonly Group[]
  onClose: () => void
}

interface CandidateProps {
  row: Row
  group: Group
  isPassing: boolean
  feedback: FeedbackTexts
  onPassing: (isPassing: boolean) => void
}

/** A project to decide on. One that does not pass needs feedback. */
function Candidate({ row, group, isPassing, feedback, onPassing }: CandidateProps) {
  return (
    <li className="rounded bg-sunken">
      <div className="flex flex-wrap items-center gap-x-3 px-2.5 py-1.5">
        <Checkbox checked={isPassing} onChecked={onPassing}>
          {row.projectName}
        </Checkbox>
        <span className="ml-auto whitespace-nowrap text-ink-soft text-s">
          {group.groupName}，去极值均分 {averageText(row.trimmedAvg)}
        </span>
        {row.conclusionText && <span className="text-ink-soft text-s">{row.conclusionText}</span>}
      </div>
      {!isPassing && <FeedbackFields row={row} feedback={feedback} />}
    </li>
  )
}

const rowsOf = (groups: readonly Group[]) =>
  groups
    .flatMap((group) => group.rows.map((row) => ({ row, group })))
    .filter(({ row }) => row.status === DemoStatus.inPrimaryReview)

/** Decides which projects pass the primary review. Nothing is chosen beforehand. */
export function PrimaryDialog({ groups, onClose }: PrimaryProps) {
  const rows = rowsOf(groups)
  const [passing, setPassing] = useState<ReadonlySet<number>>(new Set())
  const feedback = useFeedback()
  const deciding = useMutation({
    ...decidePrimary,
    onSuccess({ succeeded, failed }) {
      if (failed[0]) notify(`${failed.length} 项未办成：${failed[0].message}`)
      else notify(`已判定初评 ${succeeded} 项`, 'success')
      onClose()
    },
  })
  const toggle = (id: number, isOn: boolean) =>
    setPassing(new Set(isOn ? [...passing, id] : [...passing].filter((other) => other !== id)))
  const failing = rows.map(({ row }) => row).filter(({ projectId }) => !passing.has(projectId))
  const lacking = feedback.lacking(failing)
  const isUndecided = passing.size === 0
  const words = isUndecided ? '请勾选通过的项目' : `通过 ${passing.size} 项，未通过 ${failing.length} 项`
  const decide = () =>
    deciding.mutate({
      passed: [...passing],
      failed: failing.map(({ projectId }) => projectId),
      feedback: feedback.sent(failing),
    })
  return (
    <Dialog
      open
      isFirm
      size="summary"
      title="判定初评"
      description="勾选通过初评、进入优选的项目；未勾选的为初评未通过，须写明反馈意见。"
      onClose={onClose}
      footer={
        <>
          <span role="status" className="mr-auto self-center text-s text-warning">
            {isUndecided ? words : (lacking ?? words)}
          </span>
          <Button onClick={onClose}>返回</Button>
          <Button
            look="primary"
            disabled={isUndecided || lacking !== undefined}
            busy={deciding.isPending}
            onClick={decide}
          >
            判定 {rows.length} 项
          </Button>
        </>
      }
    >
      {rows.length === 0 && <p className="text-ink-soft">没有待判定的项目</p>}
      <ul className="grid gap-1">
        {rows.map(({ row, group }) => (
          <Candidate
            key={row.projectId}
            row={row}
            group={group}
            isPassing={passing.has(row.projectId)}
            feedback={feedback}
            onPassing={(isOn) => toggle(row.projectId, isOn)}
          />
        ))}
      </ul>
    </Dialog>
  )
}
