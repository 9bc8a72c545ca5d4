import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { today } from '../../lib/beijing.ts'
import { momentOf } from '../../lib/moment.ts'
import { Button } from '../../ui/button.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Key } from '../../ui/review/key.tsx'
import { SMALL } from '../../ui/review/small.ts'
import { type MainAction, passOf, passWord, returnOf } from './decision-model.ts'
import { useDeskParts } from './desk-context.ts'
import { deskMutations } from './queries.ts'

/** Signs a project in, after which its author cannot withdraw it. */
export function useSignIn() {
  const { say } = useDeskParts()
  return useMutation({ ...deskMutations.signIn, onSuccess: () => say('已签收') })
}

function SignIn() {
  const { open } = useDeskParts()
  const signIn = useSignIn()
  const task = open.record?.task
  if (!task || !open.kind?.signIn) return null
  if (task.signedAt)
    return (
      <p className="flex items-center gap-1.5 text-ink-soft text-s">
        <Icon name="check" size={14} /> {momentOf(task.signedAt)} 已签收
      </p>
    )
  // What the office has passed itself is not signed in again.
  if (open.isReadOnly || !open.record || passOf(open.record)?.action === 'SUBMIT') return null
  return (
    <p className="flex items-center gap-1.5 text-ink-soft text-s">
      <Icon name="lock" size={14} />
      <span className="mr-auto">未签收，企业仍可撤回</span>
      <Button className={SMALL} busy={signIn.isPending} onClick={() => signIn.mutate(task)}>
        签收 <Key>R</Key>
      </Button>
    </p>
  )
}

function DueDate({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <p className="flex items-center gap-1.5 text-s">
      <Icon name="clock" size={14} />
      {isEditing ? (
        <>
          <label htmlFor="desk-due">请于</label>
          <span className="w-40">
            <DateInput id="desk-due" isStrict min={today()} value={value} onValue={onValue} />
          </span>
          前改正
        </>
      ) : (
        <>
          请于 {value} 前改正
          <button
            type="button"
            className="min-h-6 text-brand-ink hover:underline"
            onClick={() => setEditing(true)}
          >
            改<span className="sr-only">期限</span>
          </button>
        </>
      )}
    </p>
  )
}

/** Asks before a pass that deletes drafts of remarks. The harmless button has the focus. */
function DropDrafts({ count, onPass, onClose }: { count: number; onPass: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`有 ${count} 处意见草稿，通过后将删除`}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            返回
          </Button>
          <Button look="danger" onClick={onPass}>
            删除草稿并通过
          </Button>
        </>
      }
    >
      <p className="text-s">意见随退回发送。通过时不发送意见。</p>
    </Dialog>
  )
}

const RED = 'border-transparent! bg-danger! text-surface! hover:not-disabled:opacity-90'

interface FootProps {
  action: MainAction
  isReturning: boolean
  isBusy: boolean
  dueDate: string
  onDueDate: (value: string) => void
  /** Presses the main button. */
  onMain: () => void
  /** Switches to the return, or back to the pass. */
  onReturning: (isReturning: boolean) => void
  refusal: { message: string; details: readonly string[] } | undefined
}

/** Length of a label up to which the button has room for its key. */
const LONGEST_WITH_KEY = 9

/** The foot of the decision: refusal, sign-in or deadline, and the two buttons. */
export function DecisionFoot(props: FootProps) {
  const { action, isReturning, isBusy, dueDate, onDueDate, onMain, onReturning, refusal } = props
  const { open, entry, change } = useDeskParts()
  const [isAsking, setAsking] = useState(false)
  const { record } = open
  if (!record || open.isReadOnly) return null
  const isReturn = action.kind === 'RETURN'
  const drafts = entry.draft.remarks.length
  const toPass = () => (drafts > 0 ? setAsking(true) : onReturning(false))
  return (
    <footer className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t bg-surface px-4 py-3">
      {refusal && (
        <div
          role="alert"
          className="rounded-md border border-danger-line bg-danger-soft px-2.5 py-1.5 text-danger text-s"
        >
          <p className="font-medium">{isReturn ? '未能退回' : `未能${passWord(record)}`}</p>
          <p>{refusal.details.length > 0 ? [...new Set(refusal.details)].join('；') : refusal.message}</p>
        </div>
      )}
      {isReturn ? <DueDate value={dueDate} onValue={onDueDate} /> : <SignIn />}
      {action.blocked && (
        <p id="desk-blocked" className="text-s text-warning">
          {action.blocked.reason}
        </p>
      )}
      <div className="flex gap-2">
        {isReturn || isReturning
          ? passOf(record) && (
              <Button className="max-lg:h-11" onClick={toPass}>
                {passWord(record)}…
              </Button>
            )
          : returnOf(record) && (
              <Button look="danger" className="max-lg:h-11" onClick={() => onReturning(true)}>
                退回 <Key>B</Key>
              </Button>
            )}
        <Button
          look="primary"
          busy={isBusy}
          aria-disabled={action.blocked !== undefined && action.blocked.control !== 'update'}
          aria-describedby={action.blocked ? 'desk-blocked' : undefined}
          // A double click is one act: it must not go to an update and decide as well.
          onClick={({ detail }) => (detail > 1 && open.isUpdated) || onMain()}
          className={`min-w-0 flex-1 aria-disabled:opacity-60 max-lg:h-11 ${isReturn ? RED : ''}`}
        >
          <span className="min-w-0 truncate">
            {isBusy ? (isReturn ? '正在退回…' : '正在提交…') : action.label}
          </span>
          {!isBusy && !isReturn && action.label.length <= LONGEST_WITH_KEY && <Key>Ctrl Enter</Key>}
        </Button>
      </div>
      {isAsking && (
        <DropDrafts
          count={drafts}
          onClose={() => setAsking(false)}
          onPass={() => {
            change({ remarks: [], typing: {} })
            setAsking(false)
            onReturning(false)
          }}
        />
      )}
    </footer>
  )
}
