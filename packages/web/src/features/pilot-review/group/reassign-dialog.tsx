import { useMutation, useQuery } from '@tanstack/react-query'
import type {
  ReassignPlan,
  ReassignRequest,
  ReviewBatch,
  ReviewExpert,
  ReviewProgressExpert,
} from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Checkbox, Select, Textarea } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/states.tsx'
import { reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'
import { type OpenTask, useOpenTasks } from './open-tasks.ts'

interface ReassignProps {
  row: ReviewProgressExpert
  batch: ReviewBatch
  onClose: () => void
}

/** Tasks that the reassignment moves, and those that it cannot move. */
function Moves({ plan }: { plan: ReassignPlan }) {
  return (
    <section aria-label="改派方案" className="rounded-md border border-line">
      <p className="border-line border-b bg-sunken px-3 py-2 text-s">{plan.message}</p>
      <ul className="grid gap-1 px-3 py-2 text-s">
        {plan.moves.map(({ projectId, demoCode, projectName, saved, deadline }) => (
          <li key={projectId} className="flex flex-wrap justify-between gap-x-3">
            <span>
              {demoCode} {projectName}
            </span>
            <span className="text-ink-soft">
              {saved && '已暂存，不转给改派专家；'}截止 {deadline.slice(5, 16)}
            </span>
          </li>
        ))}
        {plan.conflicts.map(({ projectId, projectName, message }) => (
          <li key={projectId} className="text-danger">
            {projectName}：{message}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Default selection: tasks that must be reassigned; without such a task, all open ones. */
function usualChoice(tasks: readonly OpenTask[]): readonly number[] {
  const urgent = tasks.filter(({ mustReassign }) => mustReassign)
  return (urgent.length > 0 ? urgent : tasks).map(({ projectId }) => projectId)
}

interface TasksProps {
  tasks: readonly OpenTask[] | undefined
  chosen: readonly number[]
  onChoose: (ids: readonly number[]) => void
}

/** Chooses the tasks to be moved. */
function Tasks({ tasks, chosen, onChoose }: TasksProps) {
  if (!tasks) return <Loading rows={2} />
  return (
    <fieldset>
      <legend className="mb-1 text-ink-soft text-s">任务</legend>
      <div className="grid max-h-52 gap-1 overflow-y-auto rounded-md border border-line p-2 text-s">
        {tasks.map(({ projectId, demoCode, projectName, mustReassign }) => (
          <Checkbox
            key={projectId}
            checked={chosen.includes(projectId)}
            onChecked={(isOn) =>
              onChoose(isOn ? [...chosen, projectId] : chosen.filter((each) => each !== projectId))
            }
          >
            {demoCode} {projectName}
            {mustReassign && '（须改派）'}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/** Experts of the group, and all others, without the one whose tasks move. */
function useOthers({ row, batch }: ReassignProps): readonly ReviewExpert[] {
  const groups = useQuery(reviewQueries.groups(batch.stage)).data
  const members = groups?.groups.find(({ id }) => id === row.groupId)?.experts ?? []
  return [...members, ...(groups?.candidates ?? [])].filter(
    ({ userId }, at, all) =>
      userId !== row.expert.userId && all.findIndex((each) => each.userId === userId) === at,
  )
}

/** What is typed and chosen, and the plan for it. A change makes another plan necessary. */
function useReassignment(props: ReassignProps) {
  const { row, batch, onClose } = props
  const tasks = useOpenTasks(batch, row.expert.userId)
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const [picked, setPicked] = useState<readonly number[]>()
  const planning = useMutation(reviewWrites.planReassignment)
  const applying = useMutation({
    ...reviewWrites.reassign,
    onSuccess(plan) {
      notify(`已改派 ${plan.moves.length} 份：${plan.fromName} → ${plan.toName}`, 'success')
      onClose()
    },
  })
  const chosen = picked ?? usualChoice(tasks ?? [])
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      planning.reset()
    }
  const request = (): ReassignRequest => ({
    stage: batch.stage,
    fromExpertId: row.expert.userId,
    toExpertId: Number(to),
    projectIds: [...chosen],
    reason: reason.trim(),
  })
  return {
    ...{ tasks, chosen, to, reason },
    ...{ onChoose: changing(setPicked), onTo: changing(setTo), onReason: changing(setReason) },
    plan: planning.data,
    isReady: to !== '' && reason.trim() !== '' && chosen.length > 0,
    isPlanning: planning.isPending,
    isApplying: applying.isPending,
    planIt: () => planning.mutate(request()),
    apply: ({ digest }: ReassignPlan) => applying.mutate({ ...request(), digest }),
  }
}

type Reassignment = ReturnType<typeof useReassignment>

/** Makes the plan, or applies it. */
function MainButton({ plan, isReady, isPlanning, isApplying, planIt, apply }: Reassignment) {
  if (!plan)
    return (
      <Button look="primary" disabled={!isReady} busy={isPlanning} onClick={planIt}>
        生成改派方案
      </Button>
    )
  return (
    <Button look="primary" disabled={plan.moves.length === 0} busy={isApplying} onClick={() => apply(plan)}>
      应用改派（{plan.moves.length} 份）
    </Button>
  )
}

/** Moves an expert's open tasks to another: first as a plan, then applied with the plan's digest. */
export function ReassignDialog(props: ReassignProps) {
  const reassignment = useReassignment(props)
  const others = useOthers(props)
  const { tasks, chosen, to, reason, plan, onChoose, onTo, onReason } = reassignment
  return (
    <Dialog
      open
      isFirm
      size="wide"
      title={`改派：${props.row.expert.realName}`}
      description={`已选 ${chosen.length} 份`}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>取消</Button>
          <MainButton {...reassignment} />
        </>
      }
    >
      <div className="grid gap-3">
        <Tasks tasks={tasks} chosen={chosen} onChoose={onChoose} />
        <Field label="改派给" required>
          {(control) => (
            <Select
              {...control}
              value={to}
              onValue={onTo}
              options={others.map((expert) => ({
                value: String(expert.userId),
                label: [expert.realName, expert.workUnit].filter(Boolean).join(' · '),
              }))}
            />
          )}
        </Field>
        <Field label="理由" required>
          {(control) => <Textarea {...control} maxLength={500} value={reason} onValue={onReason} />}
        </Field>
        {plan && <Moves plan={plan} />}
      </div>
    </Dialog>
  )
}
