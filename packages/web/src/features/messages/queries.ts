import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { CallOptions } from '@xinchu/sdk'
import { queryKeys } from '../../app/query-keys.ts'
import { type Sdk, sdkOf } from '../../app/sdk.ts'

export type MessageListQuery = NonNullable<Parameters<Sdk['messages']['list']>[0]>
export type CountryListQuery = NonNullable<Parameters<Sdk['messages']['listCountry']>[0]>
export type Message = Awaited<ReturnType<Sdk['messages']['list']>>['content'][number]
export type MessageDraft = Parameters<Sdk['messages']['create']>[0]
export type ReadersQuery = Parameters<Sdk['messages']['listReaders']>[0]
export type Targets = Parameters<Sdk['messages']['previewAudience']>[0]
export type Template = Awaited<ReturnType<Sdk['messages']['listTemplates']>>[number]
export type TemplateDraft = Parameters<Sdk['messages']['saveTemplate']>[0]
export type Reader = Awaited<ReturnType<Sdk['messages']['listReaders']>>['content'][number]

export const messageQueries = {
  list: (query: MessageListQuery) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).messages.list(query, { signal }),
    }),
  /** One message that the caller's office has written; null if it is gone. */
  sent: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'sent', id],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).messages.list({ box: 'sent', id }, { signal })).content[0] ?? null,
    }),
  country: (query: CountryListQuery) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'country', query],
      queryFn: ({ client, signal }) => sdkOf(client).messages.listCountry(query, { signal }),
    }),
  readers: (query: ReadersQuery) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'readers', query],
      queryFn: ({ client, signal }) => sdkOf(client).messages.listReaders(query, { signal }),
    }),
  templates: queryOptions({
    queryKey: [...queryKeys.messages, 'templates'],
    queryFn: ({ client, signal }) => sdkOf(client).messages.listTemplates({ signal }),
  }),
  audience: (targets: Targets) =>
    queryOptions({
      queryKey: [...queryKeys.messages, 'audience', targets],
      queryFn: ({ client, signal }) => sdkOf(client).messages.previewAudience(targets, { signal }),
    }),
}

/** Every write of messages. Their count in the frame and on the home page follows. */
const meta = { invalidates: [queryKeys.messages] }

export const messageMutations = {
  /** Marks messages as read, or confirms their receipt. */
  markRead: mutationOptions({
    mutationFn: ({ ids, action = 'READ' }: { ids: number[]; action?: 'READ' | 'RECEIPT' }, { client }) =>
      sdkOf(client).messages.update({ action, ids }),
    meta,
  }),
  /** Marks all messages of the inbox as read. */
  markAllRead: mutationOptions<void>({
    mutationFn: (_nothing, { client }) => sdkOf(client).messages.update({ action: 'READ_ALL' }),
    meta,
  }),
  /** Sends a message or keeps it as a draft; `id` names a draft that is changed. */
  save: mutationOptions<unknown, Error, { draft: MessageDraft; id?: number | undefined; call?: CallOptions }>(
    {
      mutationFn({ draft, id, call }, { client }) {
        const sdk = sdkOf(client)
        if (id === undefined) return sdk.messages.create(draft, call)
        const { publish, ...change } = draft
        return sdk.messages.update({ ...change, id, action: publish ? 'PUBLISH' : 'UPDATE' })
      },
      meta,
    },
  ),
  /** Publishes a draft, withdraws a message, or reminds those who have not read it. */
  change: mutationOptions({
    mutationFn: (
      change: { id: number; action: 'PUBLISH' | 'REVOKE' | 'REMIND'; reason?: string },
      { client },
    ) => sdkOf(client).messages.update(change),
    meta,
  }),
  saveTemplate: mutationOptions({
    mutationFn: (draft: TemplateDraft, { client }) => sdkOf(client).messages.saveTemplate(draft),
    meta,
  }),
  removeTemplate: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).messages.deleteTemplates([id]),
    meta,
  }),
}
