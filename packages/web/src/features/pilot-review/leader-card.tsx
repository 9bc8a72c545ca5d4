import { useMutation } from '@tanstack/react-query'
import type { ReviewBatch } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { batchName, STAGE_NAMES } from './batch.tsx'
import { LeaderResults } from './leader-results.tsx'
import type { Task } from './score/model.ts'
import { SUBMITTED } from './task-state.ts'
import { reviewWrites } from './writes.ts'

interface Confirmable {
  groupId: number
  groupName: string
}

/** Groups that the expert leads, in which he has submitted everything. */
export function confirmable(tasks: readonly Task[]): readonly Confirmable[] {
  const groups = new Map<number, { name: string; isDone: boolean }>()
  for (const { groupId, groupName = '', assignStatus, leads } of tasks) {
    if (groupId === undefined || !leads) continue
    const before = groups.get(groupId)?.isDone ?? true
    groups.set(groupId, { name: groupName, isDone: before && assignStatus === SUBMITTED })
  }
  return [...groups].flatMap(([groupId, { name, isDone }]) => (isDone ? [{ groupId, groupName: name }] : []))
}

function Confirm({ groupId, groupName }: Confirmable) {
  const confirming = useMutation({
    ...reviewWrites.confirmGroup,
    onSuccess: () => notify(`已确认“${groupName}”评分齐全`, 'success'),
  })
  return (
    <Button
      busy={confirming.isPending}
      disabled={confirming.isSuccess}
      onClick={() => confirming.mutate(groupId)}
    >
      {confirming.isSuccess ? '已确认' : `确认“${groupName}”评分齐全`}
    </Button>
  )
}

/** Batches and stages in which the expert leads a group. */
export function ledBatches(tasks: readonly Task[]): readonly ReviewBatch[] {
  const batches = new Map<string, ReviewBatch>()
  for (const { leads, batchYear, batchNo, stage } of tasks)
    if (leads && batchYear !== undefined && batchNo !== undefined)
      batches.set([batchYear, batchNo, stage].join(), { batchYear, batchNo, stage })
  return [...batches.values()]
}

/** Lets the leader of a group confirm that all its sheets are in, and read its results once they are opened. */
export function LeaderCard({ tasks }: { tasks: readonly Task[] }) {
  const [shown, setShown] = useState<ReviewBatch>()
  const groups = confirmable(tasks)
  const batches = ledBatches(tasks)
  if (batches.length === 0) return null
  return (
    <section aria-label="组长事项" className="card grid gap-2 p-4 text-s">
      <h2 className="font-medium text-base">组长事项</h2>
      <p className="text-ink-soft">
        本组评分全部提交后请确认齐全，确认是启封的条件之一；启封后可看本组结果。
      </p>
      <p className="flex flex-wrap gap-2">
        {groups.map((group) => (
          <Confirm key={group.groupId} {...group} />
        ))}
        {batches.map((batch) => (
          <Button key={Object.values(batch).join()} onClick={() => setShown(batch)}>
            {batchName(batch)}
            {STAGE_NAMES[batch.stage]}结果
          </Button>
        ))}
      </p>
      {shown && <LeaderResults batch={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}
