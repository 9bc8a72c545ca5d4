import {
  type MutationFunctionContext,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { SectionStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { type CallOptions, sections } from '@xinchu/sdk'
import { callsOf } from '../../app/query-client.ts'

const sdkOf = callsOf({ sections })
type Sdk = ReturnType<typeof sdkOf>

export type SectionListQuery = Parameters<Sdk['sections']['list']>[0]
export type Section = Awaited<ReturnType<Sdk['sections']['list']>>['content'][number]
export type SectionDraft = Parameters<Sdk['sections']['create']>[0]
export type Category = Section['category']

export const sectionQueries = {
  all: ['sections'] as const,
  list: (query: SectionListQuery) =>
    queryOptions({
      queryKey: [...sectionQueries.all, 'list', query],
      queryFn: ({ client, signal }) => sdkOf(client).sections.list(query, { signal }),
    }),
  /** One complete article; null if it is gone. */
  found: (category: Category, id: number) =>
    queryOptions({
      queryKey: [...sectionQueries.all, 'found', category, id],
      queryFn: async ({ client, signal }) =>
        (await sdkOf(client).sections.list({ category, id }, { signal })).content[0] ?? null,
    }),
  /** One complete article. Lists omit the text. */
  one: (category: Category, id: number) =>
    queryOptions({
      queryKey: [...sectionQueries.all, 'one', category, id],
      queryFn: ({ client, signal }) => readSection(client, category, id, signal),
    }),
}

async function readSection(
  client: QueryClient,
  category: Category,
  id: number,
  signal?: AbortSignal,
): Promise<Section> {
  const { content } = await sdkOf(client).sections.list({ category, id }, signal ? { signal } : {})
  const [section] = content
  if (!section) throw new Error('该内容不存在或已下线')
  return section
}

const SENT = new Set(fields.SectionUpdate.map(({ name }) => name))

interface StatusChange {
  listed: Section
  status: typeof SectionStatus.published | typeof SectionStatus.offline
}

/** Changes the status alone: an update sends the whole article. */
async function setStatus(
  { listed, status }: StatusChange,
  { client }: MutationFunctionContext,
): Promise<void> {
  const section = await readSection(client, listed.category, listed.id)
  const { id, version = 0, category, title, attachments = [] } = section
  const kept = Object.fromEntries(Object.entries(section).filter(([name]) => SENT.has(name)))
  const attachmentIds = attachments.map((file) => file.id)
  await sdkOf(client).sections.update({ ...kept, attachmentIds, id, version, category, title, status })
}

const meta = { invalidates: [sectionQueries.all] }

export const sectionMutations = {
  /** Adds an article or changes the stored one. Returns it as stored. */
  save: mutationOptions({
    mutationFn: (
      { draft, stored, call }: { draft: SectionDraft; stored: Section | undefined; call?: CallOptions },
      { client },
    ) =>
      stored
        ? sdkOf(client).sections.update({ ...draft, id: stored.id, version: stored.version ?? 0 })
        : sdkOf(client).sections.create(draft, call),
    meta,
  }),
  /** Publishes an article or takes it offline. */
  setStatus: mutationOptions({ mutationFn: setStatus, meta }),
  /** Deletes a draft. */
  remove: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).sections.delete([id]),
    meta,
  }),
}
