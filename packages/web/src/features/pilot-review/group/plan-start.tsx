import { useMutation, useQuery } from '@tanstack/react-query'
import type { ExpertGroup } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberInput } from '../../../ui/inputs.tsx'
import { Empty } from '../../../ui/states.tsx'
import { reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'

/** Experts of a project unless the platform chooses otherwise. */
const USUAL_EXPERTS = 5

interface PlanStartProps {
  group: ExpertGroup
  canEdit: boolean
}

/** Computes the first plan of a group, once its conflicts are computed. */
export function PlanStart({ group, canEdit }: PlanStartProps) {
  const conflicts = useQuery(reviewQueries.conflicts(group.id)).data
  const computing = useMutation(reviewWrites.computePlan)
  const most = group.experts.length
  const [count, setCount] = useState(String(Math.min(USUAL_EXPERTS, most)))
  const isCount = /^\d+$/.test(count) && Number(count) >= 1 && Number(count) <= most
  const why = conflicts?.stale
    ? '先在“利益冲突”中计算本组冲突，再编制方案'
    : isCount
      ? undefined
      : `每项专家为 1–${most} 位`
  const start = (
    <span className="flex items-end justify-center gap-2 text-left">
      <span className="w-36">
        <Field label="每项专家" unit="位">
          {(control) => <NumberInput {...control} value={count} onValue={setCount} />}
        </Field>
      </span>
      <Button
        look="primary"
        disabled={why !== undefined}
        busy={computing.isPending}
        onClick={() => computing.mutate({ groupId: group.id, perProject: Number(count) })}
      >
        计算分配方案
      </Button>
    </span>
  )
  return (
    <div className="card">
      <Empty action={canEdit && start}>{why ?? `“${group.groupName}”还没有分配方案`}</Empty>
    </div>
  )
}
