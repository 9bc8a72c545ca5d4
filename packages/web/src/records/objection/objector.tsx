import { useMutation } from '@tanstack/react-query'
import type { DemoObjection } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SMALL } from '../../ui/review/small.ts'
import { StepDialog } from '../step-dialog.tsx'
import { objectionWrites } from './queries.ts'

const named = ({ name, unit, creditCode, phone }: NonNullable<DemoObjection['objector']>): string =>
  [unit, creditCode, name, phone].filter(Boolean).join('，')

/** Who objects: masked, and whole for a purpose that is recorded. */
export function Objector({ objection }: { objection: DemoObjection }) {
  const [isAsking, setAsking] = useState(false)
  const revealing = useMutation({ ...objectionWrites.reveal, onSuccess: () => setAsking(false) })
  const { id, objector } = objection
  if (!objector) return null
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {named(revealing.data ?? objector)}
      {!revealing.data && (
        <Button className={SMALL} onClick={() => setAsking(true)}>
          查看…
        </Button>
      )}
      {isAsking && (
        <StepDialog
          title="查看异议人"
          description="用途记入审计日志。"
          action="查看"
          opinion="required"
          label="用途"
          isBusy={revealing.isPending}
          onStep={(purpose) => revealing.mutate({ id, purpose })}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}
