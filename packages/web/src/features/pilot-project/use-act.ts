import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { perform } from '../../app/query-client.ts'
import { tellDone, wordsOfBatch } from '../../records/tell-done.ts'
import { notify } from '../../ui/notice.tsx'
import { type DemoFlowRequest, pilotMutations } from './queries.ts'

export interface Acting {
  request: DemoFlowRequest
  /** Message about the projects that succeeded, such as 已推荐至国家. */
  done: string
}

/** Code of the refusal to pass a project with open remarks of the own office. */
const OPEN_REMARKS = 'W-029'

/** Projects with open remarks, which the caller must confirm. */
export interface OpenRemarks extends Acting {
  messages: readonly string[]
}

/**
 * Moves projects, reports each outcome, and offers to undo it while the server allows it. Remarks are closed only
 * after a confirmation: `asking` names the projects that have some.
 */
export function useAct(onDone: (succeeded: readonly number[]) => void) {
  const [asking, setAsking] = useState<OpenRemarks>()
  const acting = useMutation({
    mutationFn: ({ request }: Acting, { client }) => perform(client, pilotMutations.act, request),
    onSuccess(outcome, { request, done }, _context, { client }) {
      const { succeeded, failed, undo } = outcome
      const open = failed.filter(({ code }) => code === OPEN_REMARKS)
      for (const { id, message, code } of failed)
        if (code !== OPEN_REMARKS) notify(`未能办理（编号 ${id}）：${message}`, 'error', { code })
      setAsking(
        open.length > 0
          ? {
              request: { ...request, ids: open.map(({ id }) => id), closeRemarks: true },
              done,
              messages: open.map(({ message }) => message),
            }
          : undefined,
      )
      if (succeeded.length > 0) {
        const { text, undone } = wordsOfBatch(outcome, { done, unit: '项' })
        tellDone(client, text, undo ? [undo] : [], undone)
        onDone(succeeded)
      }
    },
  })
  return {
    isPending: acting.isPending,
    act: (what: Acting) => acting.mutate(what),
    asking,
    /** Closes the remarks and continues. */
    confirm: () => asking && acting.mutate(asking),
    cancel: () => setAsking(undefined),
  }
}
