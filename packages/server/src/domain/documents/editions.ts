import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { IssuedKind, Subject } from './issue.ts'
import type { Edition } from './official/scores.ts'

/** Kinds of documents with editions. They are about a batch, so that no submission counts their versions. */
export const WITH_EDITIONS: ReadonlySet<string> = new Set<IssuedKind>([
  'SCORES_PRIMARY',
  'SCORES_EXCELLENT',
  'ANNOUNCED_LIST',
  'REVIEW_REPORT',
])

export interface IssuedEdition {
  no: number
  /** Null for documents that were issued before editions were counted. */
  figures_digest: string | null
  first_issue: string
}

/** Returns the editions of a document that were issued, the latest first. */
export async function editionsOf(
  db: Db,
  { kind, year, submissionNo }: Pick<Subject, 'kind' | 'year' | 'submissionNo'>,
): Promise<IssuedEdition[]> {
  const { rows } = await sql<IssuedEdition>`
    select coalesce(edition, 1) as no, max(figures_digest) as figures_digest, min(issued_at) as first_issue
    from issued_document
    where kind = ${kind} and project_id is null and year is not distinct from ${year} and submission_no = ${submissionNo}
    group by 1 order by 1 desc`.execute(db)
  return rows
}

/** Returns the edition that a document with these figures is: the latest one if they are the same, or the next. */
export function editionFor(issued: readonly IssuedEdition[], figuresDigest: string): Edition {
  const [latest] = issued
  const isSame = latest?.figures_digest === figuresDigest
  const before = isSame ? issued[1] : latest
  return {
    no: isSame ? latest.no : (latest?.no ?? 0) + 1,
    ...(before ? { replaces: { no: before.no, issuedOn: before.first_issue.slice(0, 10) } } : {}),
    isCorrection: issued.some(({ figures_digest }) => figures_digest === null),
  }
}
