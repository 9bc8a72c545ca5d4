import { queryOptions } from '@tanstack/react-query'
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

// What the platform itself writes of an article; a change does not send it back.
const OWN = new Set(['createBy', 'createTime', 'updateBy', 'updateTime', 'viewCount', 'attachments'])

/** Publishes an article (1) or takes it off (2). */
export async function setSectionStatus(section: Section, status: '1' | '2'): Promise<void> {
  const { id, version = 0, category, title } = section
  const kept = Object.fromEntries(Object.entries(section).filter(([name]) => !OWN.has(name)))
  await sdk.sections.update({ ...kept, id, version, category, title, status })
  await refresh()
}

/** Deletes a draft. */
export async function deleteSection(id: number): Promise<void> {
  await sdk.sections.delete([id])
  await refresh()
}
