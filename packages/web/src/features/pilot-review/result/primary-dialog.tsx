import { DemoStatus } from '@xinchu/contract/codes'
import type { ReviewBatch } from '@xinchu/sdk'
import { useState } from 'react'
import { useFormSlice } from '../../../ui/form/context.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { Checkbox } from '../../../ui/inputs.tsx'
import { decidePrimary } from './confirm-selection.ts'
import { FeedbackFields } from './feedback-fields.tsx'
import { isJudged, lackingIn } from './feedback-model.ts'
import { averageText, type Group, type Row } from './result-model.ts'
import { useDecision, useFeedback } from './use-feedback.ts'

interface PrimaryProps {
  batch: ReviewBatch
  groups: readonly Group[]
  onClose: () => void
}

interface CandidateProps {
  row: Row
  group: Group
  isPassing: boolean
  onPassing: (isPassing: boolean) => void
}

/** A project to decide on. One that does not pass needs feedback. */
function Candidate({ row, group, isPassing, onPassing }: CandidateProps) {
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
      {!isPassing && <FeedbackFields row={row} />}
    </li>
  )
}

const rowsOf = (groups: readonly Group[]) =>
  groups
    .flatMap((group) => group.rows.map((row) => ({ row, group })))
    .filter(({ row }) => row.status === DemoStatus.inPrimaryReview)

/** Decides which projects pass the primary review. Nothing is chosen beforehand. */
export function PrimaryDialog({ batch, groups, onClose }: PrimaryProps) {
  const rows = rowsOf(groups)
  const [passing, setPassing] = useState<ReadonlySet<number>>(new Set())
  const form = useFeedback(
    batch,
    rows.map(({ row }) => row),
  )
  const { isBusy, decide } = useDecision(form, decidePrimary, (count) => `已判定初评 ${count} 项`, onClose)
  const toggle = (id: number, isOn: boolean) =>
    setPassing(new Set(isOn ? [...passing, id] : [...passing].filter((other) => other !== id)))
  const failing = rows.map(({ row }) => row).filter(({ projectId }) => !passing.has(projectId))
  const lacking = useFormSlice(({ values }) => lackingIn(values, failing.filter(isJudged)), form.api)
  const isUndecided = passing.size === 0
  const words = isUndecided ? '请勾选通过的项目' : `通过 ${passing.size} 项，未通过 ${failing.length} 项`
  return (
    <FormDialog
      form={form}
      size="summary"
      title="判定初评"
      description="勾选通过初评、进入优选的项目；未勾选的为初评未通过，须写明反馈意见。"
      action={`判定 ${rows.length} 项`}
      status={isUndecided ? words : (lacking ?? words)}
      isReady={!isUndecided}
      busy={isBusy}
      onSubmit={() =>
        decide(failing, (feedback) => ({
          passed: [...passing],
          failed: failing.map(({ projectId }) => projectId),
          feedback,
        }))
      }
      onClose={onClose}
    >
      {rows.length === 0 && <p className="text-ink-soft">没有待判定的项目</p>}
      <ul className="grid gap-1">
        {rows.map(({ row, group }) => (
          <Candidate
            key={row.projectId}
            row={row}
            group={group}
            isPassing={passing.has(row.projectId)}
            onPassing={(isOn) => toggle(row.projectId, isOn)}
          />
        ))}
      </ul>
    </FormDialog>
  )
}
