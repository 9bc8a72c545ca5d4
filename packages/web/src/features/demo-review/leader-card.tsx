import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { reviewWrites } from './queries.ts'
import type { Task } from './score/model.ts'
import { SUBMITTED } from './task-state.ts'

interface Confirmable {
  groupId: number
  groupName: string
}

/** Groups in which the expert has submitted everything. Whether he leads one is known to the server alone. */
export function confirmable(tasks: readonly Task[]): readonly Confirmable[] {
  const groups = new Map<number, { name: string; isDone: boolean }>()
  for (const { groupId, groupName = '', assignStatus } of tasks) {
    if (groupId === undefined) continue
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

/** Lets the leader of a group confirm that all its sheets are in. */
export function LeaderCard({ tasks }: { tasks: readonly Task[] }) {
  const groups = confirmable(tasks)
  if (groups.length === 0) return null
  return (
    <section aria-label="组长确认" className="card grid gap-2 p-4 text-s">
      <h2 className="font-medium text-base">组长确认</h2>
      <p className="text-ink-soft">您担任组长的，在本组评分全部提交后确认齐全；确认是启封的条件之一。</p>
      <p className="flex flex-wrap gap-2">
        {groups.map((group) => (
          <Confirm key={group.groupId} {...group} />
        ))}
      </p>
    </section>
  )
}
