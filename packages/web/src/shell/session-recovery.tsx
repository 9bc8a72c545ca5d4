import { useSyncExternalStore } from 'react'
import { recoverWith } from '../app/connection.ts'
import { isAnyUnsaved } from '../app/views/view-store.ts'
import { usePart } from './use-part.ts'

const loadDialog = () => import('../features/session/relogin-dialog.tsx')

/** The question that calls wait for. */
interface Question {
  promise: Promise<boolean>
  answer: (isLoggedIn: boolean) => void
  reason: string | undefined
}
/** Defined while it is asked. */
let asked: Question | undefined
/** The user logs in later. Until a write is sent again, reads are refused without asking. */
let isPostponed = false
const listeners = new Set<() => void>()

function publish(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}

function ask(reason: string | undefined): Promise<boolean> {
  if (asked) return asked.promise
  let answer: (isLoggedIn: boolean) => void = () => undefined
  const promise = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  publish({ promise, answer, reason })
  return promise
}

function settle(isLoggedIn: boolean): void {
  isPostponed = !isLoggedIn
  const { answer } = asked ?? {}
  publish(undefined)
  answer?.(isLoggedIn)
}

recoverWith({
  isNeeded: isAnyUnsaved,
  recover: async (isSafe, reason) => (isPostponed && isSafe ? false : ask(reason)),
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the log-in over the page when the session has ended while something is unsaved or being sent. */
export function SessionRecovery() {
  const isAsked = useSyncExternalStore(subscribe, () => asked !== undefined)
  const { part } = usePart(loadDialog, isAsked, () => settle(false))
  return part && isAsked && <part.ReloginDialog reason={asked?.reason} onDone={settle} />
}
