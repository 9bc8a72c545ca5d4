import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isXinchuError } from '@xinchu/sdk'
import { useState } from 'react'
import { perform } from '../../app/query-client.ts'
import { reviewMutations, reviewQueries } from '../../records/review.ts'
import { usePorts } from '../../ui/ports.ts'
import { refOfKey } from './desk-search.ts'
import { type Draft, DraftStore } from './drafts.ts'

const reasonOf = (error: unknown): string =>
  navigator.onLine ? (error instanceof Error ? error.message : '接口请求失败') : '网络中断'

async function save(
  client: QueryClient,
  key: string,
  { opinion, reason, dueDate, remarks }: Draft,
): Promise<string> {
  const ref = refOfKey(key)
  if (!ref) throw new Error('不是可保存草稿的记录')
  const saved = await perform(client, reviewMutations.saveDraft, {
    ...ref,
    opinion,
    reason,
    ...(dueDate ? { dueDate } : {}),
    remarks: [...remarks],
  }).catch((error: unknown) => {
    // The office no longer decides about this record. The desk must show that before its next poll.
    if (isXinchuError(error) && error.kind === 'conflict')
      void client.invalidateQueries(reviewQueries.record(ref))
    throw error
  })
  return saved.savedAt ?? new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** The drafts of this user. They live while the desk is open. */
export function useDrafts(): DraftStore {
  const { userKey } = usePorts()
  const client = useQueryClient()
  const [store] = useState(
    () =>
      new DraftStore({
        prefix: `desk-draft:${userKey()}`,
        save: (key, draft) => save(client, key, draft),
        reasonOf,
      }),
  )
  return store
}
