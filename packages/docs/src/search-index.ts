import type { Found } from './client/find.ts'
import type { Rendered } from './markdown.ts'
import type { Page } from './pages.ts'

/** Longest text of one section in the index, in characters. Generated tables are longer than anyone reads in a result. */
const LONGEST = 1_500

/** Entries of the search, one for each heading. */
export function entriesOf(pages: readonly { page: Page; rendered: Rendered }[]): Found[] {
  return pages.flatMap(({ page, rendered }) =>
    rendered.sections.map(({ level, text, id, body }) => ({
      title: text,
      page: rendered.title,
      href: `${page.path}.html${level === 1 ? '' : `#${id}`}`,
      ...(page.source ? { isGuide: true as const } : {}),
      text: body.replace(/\s+/g, ' ').trim().slice(0, LONGEST),
    })),
  )
}

/** The index as a script, because a page that is opened as a file may not fetch. */
export const indexScript = (entries: readonly Found[]): string =>
  `globalThis.xinchuSearch=JSON.parse(${JSON.stringify(JSON.stringify(entries))})\n`
