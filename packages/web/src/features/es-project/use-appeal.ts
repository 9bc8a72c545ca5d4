import { useMutation } from '@tanstack/react-query'
import type { Project, RepeatPair } from '@xinchu/sdk'
import { useRef } from 'react'
import { perform } from '../../app/query-client.ts'
import { appealMutations } from '../../records/repeat/queries.ts'
import { notify } from '../../ui/notice.tsx'

interface Asked {
  pairs: readonly RepeatPair[]
  reason: string
}

/**
 * Asks the authority about the pairs that block a project, once its draft is stored.
 * @param onDone called with the stored project
 */
export function useAppeal(onDone: (saved: Project) => Promise<void>) {
  const asked = useRef<Asked>({ pairs: [], reason: '' })
  const work = useMutation({
    async mutationFn(saved: Project, { client }) {
      const { pairs, reason } = asked.current
      for (const { b } of pairs)
        await perform(client, appealMutations.open, { projectId: saved.id, otherId: b.id, reason })
      return saved
    },
    async onSuccess(saved) {
      notify('已保存为草稿，并请主管部门判定，判定后以消息告知', 'success')
      await onDone(saved)
    },
  })
  return {
    isBusy: work.isPending,
    /** Keeps what is asked until the draft is stored. */
    ask: (pairs: readonly RepeatPair[], reason: string) => {
      asked.current = { pairs, reason }
    },
    send: (saved: Project): void => work.mutate(saved),
  }
}
