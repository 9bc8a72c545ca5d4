import { useMutation } from '@tanstack/react-query'
import { perform } from '../../app/query-client.ts'
import { tell } from '../../app/tell.ts'
import { tellDone } from '../../app/tell-done.ts'
import { notify } from '../../ui/notice.tsx'
import { type DemoFlowRequest, demoMutations } from './queries.ts'

interface Acting {
  request: DemoFlowRequest
  /** What is told of those that succeeded, such as 已推荐至国家. */
  done: string
}

/** Moves projects, tells the outcome of each, and offers to undo it while the server allows it. */
export function useAct(onDone: (succeeded: readonly number[]) => void) {
  return useMutation({
    mutationFn: ({ request }: Acting) => perform(demoMutations.act, request),
    onSuccess({ succeeded, failed, undo }, { done }) {
      for (const { id, message, code } of failed)
        notify(`未能办理（编号 ${id}）：${message}`, 'error', { stays: true, code })
      if (succeeded.length > 0) {
        tellDone(`${done} ${succeeded.length} 项`, undo ? [undo] : [], '已撤销')
        onDone(succeeded)
      }
    },
    onError: tell,
  })
}
