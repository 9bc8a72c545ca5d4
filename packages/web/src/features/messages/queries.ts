import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'

export type MessageListQuery = NonNullable<Parameters<typeof sdk.messages.list>[0]>
export type Message = Awaited<ReturnType<typeof sdk.messages.list>>['content'][number]
export type MessageDraft = Parameters<typeof sdk.messages.create>[0]
export type ReaderListQuery = Parameters<typeof sdk.messages.listReaders>[0]

export const messageQueries = {
  all: ['messages'] as const,
  list: (query: MessageListQuery) =>
    queryOptions({
      queryKey: [...messageQueries.all, 'list', query],
      queryFn: ({ signal }) => sdk.messages.list(query, { signal }),
    }),
  readers: (query: ReaderListQuery) =>
    queryOptions({
      queryKey: [...messageQueries.all, 'readers', query],
      queryFn: ({ signal }) => sdk.messages.listReaders(query, { signal }),
    }),
}

const refresh = () => queryClient.invalidateQueries({ queryKey: messageQueries.all })

/** Marks messages as read; their count in the frame follows. */
export async function markRead(ids: number[]): Promise<void> {
  await sdk.messages.update({ action: 'READ', ids })
  await refresh()
}

/** Sends a message, or keeps it as a draft. */
export async function sendMessage(draft: MessageDraft): Promise<void> {
  await sdk.messages.create(draft, { idempotencyKey: true })
  await refresh()
}

/** Publishes a draft, or takes a published message back. */
export async function changeMessage(id: number, action: 'PUBLISH' | 'REVOKE'): Promise<void> {
  await sdk.messages.update({ action, id })
  await refresh()
}
