import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'

export type MessageListQuery = NonNullable<Parameters<typeof sdk.messages.list>[0]>
export type Message = Awaited<ReturnType<typeof sdk.messages.list>>['content'][number]

export const messageQueries = {
  all: ['messages'] as const,
  list: (query: MessageListQuery) =>
    queryOptions({
      queryKey: [...messageQueries.all, 'list', query],
      queryFn: ({ signal }) => sdk.messages.list(query, { signal }),
    }),
}

/** Marks messages as read; their count in the frame follows. */
export async function markRead(ids: number[]): Promise<void> {
  await sdk.messages.update({ action: 'READ', ids })
  await queryClient.invalidateQueries({ queryKey: messageQueries.all })
}
