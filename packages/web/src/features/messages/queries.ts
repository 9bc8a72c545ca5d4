import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../app/query-keys.ts'
import { sdk } from '../../app/sdk.ts'

export type MessageListQuery = NonNullable<Parameters<typeof sdk.messages.list>[0]>
export type CountryListQuery = NonNullable<Parameters<typeof sdk.messages.listCountry>[0]>
export type Message = Awaited<ReturnType<typeof sdk.messages.list>>['content'][number]
export type MessageDraft = Parameters<typeof sdk.messages.create>[0]
export type ReadersQuery = Parameters<typeof sdk.messages.listReaders>[0]
export type Targets = Parameters<typeof sdk.messages.previewAudience>[0]
export type Template = Awaited<ReturnType<typeof sdk.messages.listTemplates>>[number]
export type TemplateDraft = Parameters<typeof sdk.messages.saveTemplate>[0]
export type Reader = Awaited<ReturnType<typeof sdk.messages.listReaders>>['content'][number]

export const messageQueries = {
  list: (query: MessageListQuery) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'list', query],
      queryFn: ({ signal }) => sdk.messages.list(query, { signal }),
    }),
  country: (query: CountryListQuery) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'country', query],
      queryFn: ({ signal }) => sdk.messages.listCountry(query, { signal }),
    }),
  readers: (query: ReadersQuery) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'readers', query],
      queryFn: ({ signal }) => sdk.messages.listReaders(query, { signal }),
    }),
  templates: queryOptions({
    queryKey: [...queryKeys.messages, 'templates'],
    queryFn: ({ signal }) => sdk.messages.listTemplates({ signal }),
  }),
  audience: (targets: Targets) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'audience', targets],
      queryFn: ({ signal }) => sdk.messages.previewAudience(targets, { signal }),
    }),
}

/** Every write of messages. Their count in the frame and on the home page follows. */
const meta = { invalidates: [queryKeys.messages] }

export const messageMutations = {
  /** Marks messages as read, or confirms their receipt. */
  markRead: mutationOptions({
    mutationFn: ({ ids, action = 'READ' }: { ids: number[]; action?: 'READ' | 'RECEIPT' }) =>
      sdk.messages.update({ action, ids }),
    meta,
  }),
  /** Marks all messages of the inbox as read. */
  markAllRead: mutationOptions<void>({
    mutationFn: () => sdk.messages.update({ action: 'READ_ALL' }),
    meta,
  }),
  /** Sends a message or keeps it as a draft; `id` names a draft that is changed. */
  save: mutationOptions<unknown, Error, { draft: MessageDraft; id?: number | undefined }>({
    mutationFn({ draft, id }) {
      if (id === undefined) return sdk.messages.create(draft, { idempotencyKey: true })
      const { publish, ...change } = draft
      return sdk.messages.update({ ...change, id, action: publish ? 'PUBLISH' : 'UPDATE' })
    },
    meta,
  }),
  /** Publishes a draft, withdraws a message, or reminds those who have not read it. */
  change: mutationOptions({
    mutationFn: (change: { id: number; action: 'PUBLISH' | 'REVOKE' | 'REMIND'; reason?: string }) =>
      sdk.messages.update(change),
    meta,
  }),
  saveTemplate: mutationOptions({
    mutationFn: (draft: TemplateDraft) => sdk.messages.saveTemplate(draft),
    meta,
  }),
  removeTemplate: mutationOptions({
    mutationFn: (id: number) => sdk.messages.deleteTemplates([id]),
    meta,
  }),
}
