import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { DbPool } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { searchVector } from '../text-search/bigrams.ts'
import { excerpt, marked } from '../text-search/marks.ts'
import { plainText } from '../text-search/plain.ts'

type SectionRow = Row<'section_info'>

/** Texts of an entry that are searched, by column. */
export type SearchedTexts = Partial<
  Pick<
    SectionRow,
    | 'title'
    | 'doc_no'
    | 'company_name'
    | 'platform_name'
    | 'issue_org'
    | 'host_org'
    | 'summary'
    | 'content'
    | 'achievements'
    | 'research_fields'
  >
>

const joined = (...texts: readonly (string | null | undefined)[]) => texts.filter(Boolean).join('\n')

/** Terms of an entry: its names first, then offices and summary, then the text. */
export const sectionVector = (row: SearchedTexts): string =>
  searchVector({
    A: joined(row.title, row.doc_no, row.company_name, row.platform_name),
    B: joined(row.issue_org, row.host_org, row.summary),
    D: joined(plainText(row.content ?? ''), row.achievements, ...(row.research_fields ?? [])),
  })

/** The title of an entry and the part of its texts with what was searched for, hits marked. */
export function sectionHits(row: SectionRow, keyword: string): components['schemas']['SectionHits'] {
  const texts = [
    row.summary,
    plainText(row.content ?? ''),
    joined(row.doc_no, row.issue_org, row.company_name, row.platform_name, row.host_org),
    row.achievements,
    row.research_fields.join('、'),
  ]
  const text = texts.map((each) => excerpt(each ?? '', keyword)).find((pieces) => pieces.length > 0)
  return { title: marked(row.title, keyword), text: text ?? [] }
}

const PART = 200

/** Writes the terms of entries that have none, such as those of an earlier release. */
export async function indexSections(db: DbPool): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('section_info')
      .selectAll()
      .where('search', 'is', null)
      .limit(PART)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const terms = rows.map((row) => sectionVector(row))
    await sql`
      update section_info s set search = t.terms::tsvector
      from unnest(${ids}::bigint[], ${terms}::text[]) as t (id, terms) where s.id = t.id`.execute(db)
  }
}
