import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GeneralItem } from '@xinchu/sdk'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { refresh } from '../../app/query-client.ts'
import { type BatchOutcome, BatchResult } from '../../ui/batch-result.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { periodicMutations, type ReviewRequest } from './queries.ts'

type Review = ReviewRequest['action']

const REVIEWS: Readonly<Record<Review, { name: string; look: ButtonLook; needsOpinion?: boolean }>> = {
  PASS: { name: '通过', look: 'primary' },
  CONFIRM: { name: '确认', look: 'primary' },
  RETURN: { name: '退回', look: 'danger', needsOpinion: true },
  REOPEN: { name: '退回重报', look: 'danger', needsOpinion: true },
  WITHDRAW: { name: '撤回', look: 'plain' },
}
const ORDER = Object.keys(REVIEWS) as Review[] // the keys just written

interface AskProps {
  action: Review
  count: number
  isBusy: boolean
  onConfirm: (opinion: string) => void
  onClose: () => void
}

/** Confirms an action and asks for an opinion if it needs one. */
function Ask({ action, count, isBusy, onConfirm, onClose }: AskProps) {
  const { name, needsOpinion = false } = REVIEWS[action]
  const [opinion, setOpinion] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = () => {
    const lacks = needsOpinion && opinion.trim() === ''
    setMissing(lacks)
    if (!lacks) onConfirm(opinion.trim())
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      description={`共 ${count} 项`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={isBusy} onClick={confirm}>
            确定
          </Button>
        </>
      }
    >
      <Field label="意见" required={needsOpinion} error={isMissing ? messages.nonEmpty : undefined}>
        {(control) => <Textarea {...control} maxLength={500} value={opinion} onValue={setOpinion} />}
      </Field>
    </Dialog>
  )
}

const itemName = ({ projectName, scopeName, id }: GeneralItem): string =>
  projectName ?? scopeName ?? String(id)

/** Reviews that all of these items allow, with their outcome. */
export function ReviewBar({ items, onDone }: { items: readonly GeneralItem[]; onDone: () => void }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Review>()
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
      {actions.length === 0 && <span className="text-ink-faint">所选各项没有可同时办理的事项</span>}
      {actions.map((action) => (
        <Button key={action} look={REVIEWS[action].look} onClick={() => setAsked(action)}>
          {REVIEWS[action].name}
        </Button>
      ))}
      {asked && (
        <Ask
          action={asked}
          count={items.length}
          isBusy={review.isPending}
          onConfirm={(opinion) => review.mutate({ action: asked, items, opinion })}
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
