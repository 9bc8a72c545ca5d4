import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Recovery } from '../app/connection.ts'
import { viewsOf } from '../app/views/view-store.ts'
import { oncePer } from '../lib/once-per.ts'
import { createStore, useStore } from '../lib/store.ts'
import { usePart } from './use-part.ts'

const loadDialog = () => import('../features/session/relogin-dialog.tsx')

/** The question that calls wait for. */
interface Question {
  promise: Promise<boolean>
  answer: (isLoggedIn: boolean) => void
  reason: string | undefined
}

/** Asks the user of a portal to log in again. */
function createRecovery(client: QueryClient) {
  /** Defined while it is asked. */
  const asked = createStore<Question | undefined>(undefined)
  /** The user logs in later. Until a write is sent again, reads are refused without asking. */
  let isPostponed = false
  function ask(reason: string | undefined): Promise<boolean> {
    const known = asked.get()
    if (known) return known.promise
    let answer: (isLoggedIn: boolean) => void = () => undefined
    const promise = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    asked.set({ promise, answer, reason })
    return promise
  }
  const recovery: Recovery = {
    isNeeded: viewsOf(client).unsaved.isAny,
    recover: async (isSafe, reason) => (isPostponed && isSafe ? false : ask(reason)),
  }
  return {
    ...recovery,
    asked,
    settle(isLoggedIn: boolean): void {
      isPostponed = !isLoggedIn
      const { answer } = asked.get() ?? {}
      asked.set(undefined)
      answer?.(isLoggedIn)
    },
  }
}

/** The log-in over the page of a portal. */
export const recoveryOf = oncePer(createRecovery)

/** Shows the log-in over the page when the session has ended while something is unsaved or being sent. */
export function SessionRecovery() {
  const { asked, settle } = recoveryOf(useQueryClient())
  const question = useStore(asked)
  const { part } = usePart(loadDialog, question !== undefined, () => settle(false))
  return part && question && <part.ReloginDialog reason={question.reason} onDone={settle} />
}
