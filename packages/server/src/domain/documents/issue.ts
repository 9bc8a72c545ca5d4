import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { dateTime } from '../../runtime/time.ts'
import { newCode } from '../files/codes.ts'
import { contentDigest } from './official/digest.ts'
import type { Issue, OfficialDocument } from './official/model.ts'
import type { WritesDocuments, Written } from './official/write.ts'

/** Kinds of documents that are issued with a code. */
export type IssuedKind =
  | 'APPLICATION'
  | 'IMPLEMENTATION'
  | 'BRIEF'
  | 'MATERIALS'
  | 'ANNUAL'
  | 'SCORES_PRIMARY'
  | 'SCORES_EXCELLENT'
  | 'ANNOUNCED_LIST'
  | 'REVIEW_REPORT'

/** Subject of an issued document. */
export interface Subject {
  kind: IssuedKind
  projectId: number | null
  /** Year of an annual report, or of the batch that the document is about. */
  year: number | null
  submissionNo: number
  /** Reader of the copy; empty for the applicant's own. */
  reader: string
  /** Number of the project or name of the batch. */
  number: string
  /** Edition of a document about a batch, and the digest of its figures. */
  edition?: number
  figuresDigest?: string
}

export interface Issuing {
  db: Db
  transact: Transact
  documents: WritesDocuments
  now(): Date
  /** Address of the page that verifies codes. */
  address: string
}

interface Known {
  code: string
  sha256: string
}

const sameSubject = ({ kind, projectId, year, submissionNo }: Subject, digest: string) => sql<boolean>`
  kind = ${kind} and coalesce(project_id, 0) = ${projectId ?? 0} and coalesce(year, 0) = ${year ?? 0}
    and submission_no = ${submissionNo} and content_digest = ${digest}`

async function knownCode(db: Db, subject: Subject, digest: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select code, sha256 from issued_document where ${sameSubject(subject, digest)}`.execute(db)
  return rows[0]
}

/** Stores a code with the digest of its document. False if another call has stored the same content. */
async function keepCode(
  trx: Trx,
  { title, subject: about }: OfficialDocument,
  subject: Subject,
  kept: { code: string; digest: string; written: Written; issuedAt: string },
): Promise<boolean> {
  const { code, digest, written, issuedAt } = kept
  const made = await trx
    .insertInto('issued_document')
    .values({
      code,
      kind: subject.kind,
      project_id: subject.projectId,
      year: subject.year,
      submission_no: subject.submissionNo,
      title,
      subject: about,
      number: subject.number,
      reader: subject.reader,
      sha256: written.sha256,
      size: written.bytes.length,
      pages: written.pages,
      content_digest: digest,
      edition: subject.edition ?? null,
      figures_digest: subject.figuresDigest ?? null,
      issued_at: issuedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return made !== undefined
}

/**
 * Writes a document with its verification code. The same content has the same code and the same bytes. A draft, which
 * has no subject, is written without one.
 */
export async function issuePdf(
  document: OfficialDocument,
  subject: Subject | undefined,
  { db, transact, documents, now, address }: Issuing,
): Promise<Written> {
  if (!subject) return documents.write({ form: 'pdf', document })
  const digest = contentDigest(document)
  const writeWith = (code: string) => {
    const issue: Issue = { code, address }
    return documents.write({ form: 'pdf', document: { ...document, issue } })
  }
  const known = await knownCode(db, subject, digest)
  if (known) {
    const again = await writeWith(known.code)
    if (again.sha256 === known.sha256) return again
  }
  const code = newCode()
  const written = await writeWith(code)
  const isFirst = await transact(async (trx) => {
    if (known)
      await trx
        .updateTable('issued_document')
        .set({ content_digest: null })
        .where('code', '=', known.code)
        .execute()
    return keepCode(trx, document, subject, { code, digest, written, issuedAt: dateTime(now()) })
  })
  if (isFirst) return written
  // A concurrent call issued the same content first: its code is used.
  const other = await knownCode(db, subject, digest)
  return other ? writeWith(other.code) : written
}
