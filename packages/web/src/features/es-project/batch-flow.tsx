import { useMutation } from '@tanstack/react-query'
import type { FlowRequest, Project, ProjectRow } from '@xinchu/sdk'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { refresh } from '../../app/query-client.ts'
import { type BatchOutcome, BatchResult } from '../../ui/batch-result.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { projectMutations } from './queries.ts'
import { RepeatReason, useSuspects } from './repeat-reason.tsx'

type FlowAction = FlowRequest['action']
export type Action = FlowAction | 'READ' | 'DELETE'
type Look = 'primary' | 'plain' | 'danger'

export const ACTIONS: Readonly<Record<Action, { name: string; look: Look }>> = {
  SUBMIT: { name: '提交', look: 'primary' },
  PASS: { name: '通过', look: 'primary' },
  RETURN: { name: '退回', look: 'danger' },
  WITHDRAW: { name: '撤回', look: 'plain' },
  REOPEN: { name: '退回重报', look: 'danger' },
  READ: { name: '签收', look: 'plain' },
  DELETE: { name: '删除', look: 'danger' },
}
const ORDER = Object.keys(ACTIONS) as Action[] // the keys just written

export type Movable = Pick<Project | ProjectRow, 'id' | 'projectName' | 'moves' | 'readFlag' | 'deletable'>

/** The platform's offer of an action for a project: its target, and whether it needs an opinion. */
const moveOf = ({ moves = [] }: Movable, action: Action) => moves.find((move) => move.action === action)

function allows(row: Movable, action: Action): boolean {
  if (action === 'DELETE') return row.deletable ?? false
  // The office that may pass a project signs it in, once.
  if (action === 'READ') return !row.readFlag && moveOf(row, 'PASS') !== undefined
  return moveOf(row, action) !== undefined
}

/** The actions that every one of these projects allows, with the same target: one request names one target. */
export const actionsOf = (rows: readonly Movable[]): Action[] =>
  ORDER.filter(
    (action) =>
      rows.every((row) => allows(row, action)) &&
      new Set(rows.map((row) => moveOf(row, action)?.target)).size === 1,
  )

interface Words {
  opinion: string
  /** Why the projects are not duplicates. */
  repeatReason: string
}

function requestOf(rows: readonly Movable[], action: Action, { opinion, repeatReason }: Words) {
  const ids = rows.map(({ id }) => id)
  if (action === 'DELETE' || action === 'READ') return { action, ids }
  const [first] = rows
  return {
    ids,
    action,
    target: (first && moveOf(first, action)?.target) ?? 'province',
    ...(opinion ? { opinion } : {}),
    ...(repeatReason ? { repeatReason } : {}),
  }
}

interface AskProps {
  action: Action
  rows: readonly Movable[]
  isBusy: boolean
  onConfirm: (words: Words) => void
  onClose: () => void
}

/** Asks for confirmation, and for the opinion that some actions need. */
function Ask({ action, rows, isBusy, onConfirm, onClose }: AskProps) {
  const { name } = ACTIONS[action]
  const moves = rows.map((row) => moveOf(row, action))
  const needsOpinion = moves.some((move) => move?.needsOpinion)
  const [opinion, setOpinion] = useState('')
  const [repeatReason, setRepeatReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isSubmission = action === 'SUBMIT' && moves.some((move) => move?.target === 'province')
  const suspects = useSuspects(
    rows.map(({ id }) => id),
    isSubmission,
  )
  const lacksOpinion = needsOpinion && opinion.trim() === ''
  const lacksReason = suspects.length > 0 && repeatReason.trim() === ''
  const confirm = () => {
    setTried(true)
    if (!lacksOpinion && !lacksReason)
      onConfirm({ opinion: opinion.trim(), repeatReason: repeatReason.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${name}项目`}
      description={rows.length === 1 ? (rows[0]?.projectName ?? '') : `共 ${rows.length} 个项目`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look={action === 'DELETE' ? 'danger' : 'primary'} busy={isBusy} onClick={confirm}>
            确定
          </Button>
        </>
      }
    >
      {action === 'DELETE' && <p>删除后不能恢复。</p>}
      {action === 'READ' && <p>签收后下级单位不能再撤回。</p>}
      {suspects.length > 0 && (
        <RepeatReason
          pairs={suspects}
          value={repeatReason}
          onValue={setRepeatReason}
          isMissing={isTried && lacksReason}
        />
      )}
      {action !== 'DELETE' && action !== 'READ' && (
        <Field
          label={action === 'SUBMIT' && needsOpinion ? '答复' : '意见'}
          required={needsOpinion}
          error={isTried && lacksOpinion ? messages.nonEmpty : undefined}
        >
          {(control) => <Textarea {...control} maxLength={500} value={opinion} onValue={setOpinion} />}
        </Field>
      )}
    </Dialog>
  )
}

interface FlowDialogsProps {
  action: Action
  rows: readonly Movable[]
  /** The action was refused or carried out, and its outcome has been read. */
  onDone: (action: Action) => void
  onClose: () => void
}

/** Confirmation of an action on projects, and its outcome if some failed. */
export function FlowDialogs({ action, rows: given, onDone, onClose }: FlowDialogsProps) {
  // A refresh of the list must not change what is asked about.
  const [rows] = useState(given)
  const [outcome, setOutcome] = useState<BatchOutcome>()
  const move = useMutation({
    ...projectMutations.act,
    onSuccess(found) {
      // A refresh would remove rows that have moved on, and this dialog with them.
      if (found.failed.length > 0) return setOutcome(found)
      void refresh(projectMutations.act)
      notify(`已${ACTIONS[action].name} ${found.succeeded.length} 个项目`, 'success')
      onDone(action)
    },
  })
  if (!outcome)
    return (
      <Ask
        action={action}
        rows={rows}
        isBusy={move.isPending}
        onConfirm={(words) => move.mutate(requestOf(rows, action, words))}
        onClose={onClose}
      />
    )
  return (
    <BatchResult
      action={ACTIONS[action].name}
      outcome={outcome}
      nameOf={(id) => rows.find((row) => row.id === id)?.projectName ?? String(id)}
      onClose={() => {
        void refresh(projectMutations.act)
        onDone(action)
      }}
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
          {ACTIONS[action].name}
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
