import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GeneralItem } from '@xinchu/sdk'
import { useState } from 'react'
import { refresh } from '../../app/query-client.ts'
import { StepDialog } from '../../records/step-dialog.tsx'
import { type BatchOutcome, BatchResult } from '../../ui/batch-result.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { periodicMutations, type ReviewRequest } from './queries.ts'

type Review = ReviewRequest['action']
/** A review whose dialog is open, and the reports as they were when it was opened. */
type Asked = Omit<ReviewRequest, 'opinion'>

const REVIEWS: Readonly<Record<Review, { name: string; look: ButtonLook; needsOpinion?: boolean }>> = {
  PASS: { name: '通过', look: 'primary' },
  CONFIRM: { name: '确认', look: 'primary' },
  RETURN: { name: '退回', look: 'danger', needsOpinion: true },
  REOPEN: { name: '退回重报', look: 'danger', needsOpinion: true },
  WITHDRAW: { name: '撤回', look: 'plain' },
}
const ORDER = Object.keys(REVIEWS) as Review[] // the keys just written

/** What the nation returned goes up again only with an answer. */
const needsOpinion = ({ action, items }: Asked) =>
  REVIEWS[action].needsOpinion ||
  items.some(({ flow }) => flow.moves?.some((move) => move.action === action && move.needsOpinion))

const itemName = ({ projectName, scopeName, id }: GeneralItem): string =>
  projectName ?? scopeName ?? String(id)

/** Reviews that all of these items allow, with their outcome. */
export function ReviewBar({ items, onDone }: { items: readonly GeneralItem[]; onDone: () => void }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [shown, setShown] = useState<ReviewRequest & { outcome: BatchOutcome }>()
  const actions = ORDER.filter(
    (action) => items.length > 0 && items.every(({ flow }) => flow.actions.includes(action)),
  )
  const finish = () => {
    void refresh(client, periodicMutations.review)
    onDone()
  }
  const review = useMutation({
    ...periodicMutations.review,
    onSuccess({ saved, errors }, sent) {
      setAsked(undefined)
      const failed = errors.map(({ row = 1, message }) => ({ id: sent.items[row - 1]?.id ?? 0, message }))
      // A refresh would remove rows that have moved on, and this dialog with them.
      if (failed.length > 0)
        return setShown({ ...sent, outcome: { succeeded: saved.map(({ id }) => id), failed } })
      notify(`已${REVIEWS[sent.action].name} ${saved.length} 项`, 'success')
      finish()
    },
  })
  const close = () => {
    setShown(undefined)
    finish()
  }
  return (
    <>
      {actions.length === 0 && (
        <span className="text-ink-faint">
          {items.length === 1 ? '此项现在没有可办理的事项' : '所选各项没有可同时办理的事项'}
        </span>
      )}
      {actions.map((action) => (
        <Button key={action} look={REVIEWS[action].look} onClick={() => setAsked({ action, items })}>
          {REVIEWS[action].name}
        </Button>
      ))}
      {asked && (
        <StepDialog
          title={REVIEWS[asked.action].name}
          description={`共 ${asked.items.length} 项`}
          action={`确定${REVIEWS[asked.action].name}`}
          opinion={needsOpinion(asked) ? 'required' : 'optional'}
          isBusy={review.isPending}
          onStep={(opinion) => review.mutate({ ...asked, opinion })}
          onClose={() => setAsked(undefined)}
        />
      )}
      <BatchResult
        action={shown ? REVIEWS[shown.action].name : ''}
        outcome={shown?.outcome}
        nameOf={(id) => {
          const item = shown?.items.find((each) => each.id === id)
          return item ? itemName(item) : String(id)
        }}
        onClose={close}
      />
    </>
  )
}
