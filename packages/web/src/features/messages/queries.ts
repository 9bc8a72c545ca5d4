import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'

export type MessageListQuery = NonNullable<Parameters<typeof sdk.messages.list>[0]>
export type CountryListQuery = NonNullable<Parameters<typeof sdk.messages.listCountry>[0]>
export type Message = Awaited<ReturnType<typeof sdk.messages.list>>['content'][number]
export type MessageDraft = Parameters<typeof sdk.messages.create>[0]
export type Reader = Awaited<ReturnType<typeof sdk.messages.listReaders>>['content'][number]

/** A list as a whole; the specification's page size. */
const ALL = 9999

export const messageQueries = {
  all: ['messages'] as const,
  list: (query: MessageListQuery) =>
    queryOptions({
      queryKey: [...messageQueries.all, 'list', query],
      queryFn: ({ signal }) => sdk.messages.list(query, { signal }),
    }),
  country: (query: CountryListQuery) =>
    queryOptions({
      queryKey: [...messageQueries.all, 'country', query],
      queryFn: ({ signal }) => sdk.messages.listCountry(query, { signal }),
    }),
  readers: (id: number) =>
    queryOptions({
      queryKey: [...messageQueries.all, 'readers', id],
      queryFn: async ({ signal }) =>
        (await sdk.messages.listReaders({ id, page: 0, size: ALL }, { signal })).content,
    }),
}

/** The offices that a message may be sent to by name. */
export const targetOffices = queryOptions({
  queryKey: ['message-offices'],
  queryFn: async ({ signal }) => {
    const { content } = await sdk.orgs.list({ size: ALL }, { signal })
    return content.filter(({ enabled }) => enabled)
  },
  staleTime: 60_000,
})

const refresh = () => queryClient.invalidateQueries({ queryKey: messageQueries.all })

/** Marks messages as read, or confirms that they were received; their count in the frame follows. */
export async function markRead(ids: number[], action: 'READ' | 'RECEIPT' = 'READ'): Promise<void> {
  await sdk.messages.update({ action, ids })
  await refresh()
}

/** Sends a message, or keeps it as a draft. */
export async function createMessage(draft: MessageDraft): Promise<void> {
  await sdk.messages.create(draft, { idempotencyKey: true })
  await refresh()
}

/** Changes a draft, and sends it if asked to. */
export async function updateDraft(id: number, { publish, ...draft }: MessageDraft): Promise<void> {
  await sdk.messages.update({ ...draft, id, action: publish ? 'PUBLISH' : 'UPDATE' })
  await refresh()
}

/** Publishes a draft, or takes a published message back. */
export async function changeMessage(id: number, action: 'PUBLISH' | 'REVOKE'): Promise<void> {
  await sdk.messages.update({ action, id })
  await refresh()
}
