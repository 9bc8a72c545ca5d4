import { queryOptions } from '@tanstack/react-query'
import { fields } from '@xinchu/sdk/fields'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'

export type SectionListQuery = Parameters<typeof sdk.sections.list>[0]
export type Section = Awaited<ReturnType<typeof sdk.sections.list>>['content'][number]
export type SectionDraft = Parameters<typeof sdk.sections.create>[0]
export type Category = Section['category']

export const sectionQueries = {
  all: ['sections'] as const,
  list: (query: SectionListQuery) =>
    queryOptions({
      queryKey: [...sectionQueries.all, query],
      queryFn: ({ signal }) => sdk.sections.list(query, { signal }),
    }),
}

const refresh = () => queryClient.invalidateQueries({ queryKey: sectionQueries.all })

/** Adds an article, or changes the one that is given. */
export async function saveSection(draft: SectionDraft, stored: Section | undefined): Promise<void> {
  if (stored) await sdk.sections.update({ ...draft, id: stored.id, version: stored.version ?? 0 })
  else await sdk.sections.create(draft, { idempotencyKey: true })
  await refresh()
}

const SENT = new Set(fields.SectionUpdate.map(({ name }) => name))

/** Publishes an article (1) or takes it off (2); the rest of it stays as it is. */
export async function setSectionStatus(section: Section, status: '1' | '2'): Promise<void> {
  const { id, version = 0, category, title, attachments = [] } = section
  const kept = Object.fromEntries(Object.entries(section).filter(([name]) => SENT.has(name)))
  const attachmentIds = attachments.map((file) => file.id)
  await sdk.sections.update({ ...kept, attachmentIds, id, version, category, title, status })
  await refresh()
}

/** Deletes a draft. */
export async function deleteSection(id: number): Promise<void> {
  await sdk.sections.delete([id])
  await refresh()
}
