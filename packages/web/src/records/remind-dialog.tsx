import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failed, Loading } from '../ui/states.tsx'

interface RemindDialogProps<Reminder, Plan> {
  title?: string
  reminder: Reminder
  /** Who would be reminded. */
  found: Pick<UseQueryResult<Plan>, 'data' | 'error' | 'refetch'>
  reaches: (plan: Plan) => boolean
  sending: Pick<UseMutationResult<Plan, Error, Reminder>, 'isPending' | 'mutate'>
  onClose: () => void
  children: (plan: Plan) => ReactNode
}

/** Shows who would be reminded, and in which words, before it is sent. */
export function RemindDialog<Reminder, Plan>(props: RemindDialogProps<Reminder, Plan>) {
  const { title = '催报', reminder, found, reaches, sending, onClose, children } = props
  const { data: plan, error, refetch } = found
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            busy={sending.isPending}
            disabled={!plan || !reaches(plan)}
            onClick={() => sending.mutate(reminder)}
          >
            发送
          </Button>
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!plan && !error && <Loading rows={4} />}
      {plan && children(plan)}
    </Dialog>
  )
}
