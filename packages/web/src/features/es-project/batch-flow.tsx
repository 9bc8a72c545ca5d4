import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { refresh } from '../../app/query-client.ts'
import { undoUntil } from '../../records/decided.ts'
import { AppealWay } from '../../records/repeat/appeal-way.tsx'
import { reviewMutations } from '../../records/review.ts'
import { tellDeleted } from '../../records/tell-deleted.ts'
import { type BatchOutcome, BatchResult } from '../../ui/batch-result.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { Ask } from './ask-dialog.tsx'
import {
  ACTIONS,
  type Action,
  actionsOf,
  isSubmission,
  type Movable,
  moveOf,
  nameOf,
  onlyOf,
  type Request,
  requestOf,
  verbOf,
  type Words,
} from './batch-actions.ts'
import { projectMutations } from './queries.ts'

const PassDialog = lazy(() => import('./pass-dialog.tsx').then(({ PassDialog: one }) => ({ default: one })))
const ReturnDialog = lazy(() =>
  import('./return-dialog.tsx').then(({ ReturnDialog: one }) => ({ default: one })),
)
const SubmitManyDialog = lazy(() =>
  import('./submit/submit-many.tsx').then(({ SubmitManyDialog: one }) => ({ default: one })),
)

/** The result of a request, with the offer to undo it. */
interface Shown {
  request: Request
  outcome: BatchOutcome
  undo?: { undoId: string; until: number }
}

interface QuestionProps {
  action: Action
  rows: readonly Movable[]
  isBusy: boolean
  onSend: (words: Words, ids?: readonly number[]) => void
  onClose: () => void
}

/** Asks before an action: a summary for decisions and submissions, a confirmation for all else. */
function Question({ action, rows, isBusy, onSend, onClose }: QuestionProps) {
  const shared = { rows, isBusy, onClose }
  const onConfirm = ({ ids, ...words }: Words & { ids: number[] }) => onSend(words, ids)
  if (action === 'PASS') {
    const needsOpinion = rows.some((row) => moveOf(row, action)?.needsOpinion)
    return <PassDialog {...shared} needsOpinion={needsOpinion} onConfirm={onConfirm} />
  }
  if (action === 'RETURN') return <ReturnDialog {...shared} onConfirm={onConfirm} />
  if (isSubmission(rows, action)) return <SubmitManyDialog {...shared} onConfirm={onConfirm} />
  return <Ask {...shared} action={action} onConfirm={(words) => onSend(words)} />
}

interface FlowDialogsProps {
  action: Action
  rows: readonly Movable[]
  /** The action was refused or carried out, and its outcome has been read. */
  onDone: (action: Action) => void
  onClose: () => void
}

/** Confirmation of an action on projects, and its outcome if some failed or it can be undone. */
export function FlowDialogs({ action, rows: given, onDone, onClose }: FlowDialogsProps) {
  // A refresh of the list must not change the subject of the question.
  const [rows] = useState(given)
  const [shown, setShown] = useState<Shown>()
  const client = useQueryClient()
  const close = () => {
    void refresh(client, projectMutations.act)
    onDone(action)
  }
  const move = useMutation({
    ...projectMutations.act,
    onSuccess(outcome, request) {
      const { undo, failed, succeeded } = outcome
      // A refresh would remove rows that have moved on, and this dialog with them.
      if (failed.length > 0 || undo)
        return setShown({ request, outcome, ...(undo ? { undo: undoUntil(undo) } : {}) })
      const what = `${succeeded.length} 个项目`
      if (action === 'DELETE') tellDeleted(client, what, projectMutations.restore, succeeded)
      else notify(`已${verbOf(rows, action)} ${what}`, 'success')
      close()
    },
  })
  const undoing = useMutation({
    ...reviewMutations.undo,
    onSuccess() {
      notify('已撤销', 'success')
      close()
    },
  })
  const send = (words: Words, ids?: readonly number[]) =>
    move.mutate(requestOf(ids ? rows.filter(({ id }) => ids.includes(id)) : rows, action, words))
  if (!shown)
    return (
      <Suspense fallback={null}>
        <Question action={action} rows={rows} isBusy={move.isPending} onSend={send} onClose={onClose} />
      </Suspense>
    )
  const { undo, outcome, request } = shown
  return (
    <BatchResult
      action={verbOf(rows, action)}
      outcome={outcome}
      nameOf={(id) => rows.find((row) => row.id === id)?.projectName ?? String(id)}
      onClose={close}
      wayOf={(refusal) => <AppealWay refusal={refusal} />}
      onRetry={(ids) => move.mutate(onlyOf(request, ids))}
      undo={undo && { until: undo.until, onUndo: () => undoing.mutate(undo.undoId) }}
    />
  )
}

interface BatchFlowProps {
  rows: readonly Movable[]
  /** Text where these projects share no action. */
  none?: string
  onDone: (action: Action) => void
}

/** Buttons for the actions that all these projects allow. */
export function BatchFlow({ rows, none, onDone }: BatchFlowProps) {
  const [asked, setAsked] = useState<Action>()
  const actions = actionsOf(rows)
  const close = () => setAsked(undefined)
  return (
    <>
      {actions.length === 0 && none && <span className="text-ink-faint">{none}</span>}
      {actions.map((action) => (
        <Button key={action} look={ACTIONS[action].look} onClick={() => setAsked(action)}>
          {nameOf(rows, action)}
          {(ACTIONS[action].isAsking || isSubmission(rows, action)) && '…'}
        </Button>
      ))}
      {asked && (
        <FlowDialogs
          action={asked}
          rows={rows}
          onClose={close}
          onDone={(action) => {
            close()
            onDone(action)
          }}
        />
      )}
    </>
  )
}
