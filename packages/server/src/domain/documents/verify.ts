import type { components } from '@xinchu/contract/schema'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest, HttpError, tooMany } from '../../errors.ts'
import { readCode } from '../files/codes.ts'
import { countHit } from '../rate-limit.ts'
import { reply } from '../reply.ts'
import { newerBatches } from './bulletin/basis.ts'
import { editionsOf, WITH_EDITIONS } from './editions.ts'
import type { IssuedKind } from './issue.ts'
import { type Submission, submissionsOf } from './submissions.ts'

type Verified = components['schemas']['VerifiedDocument']
type Issued = Row<'issued_document'>

const TRIES = { max: 10, seconds: 60 }

const MESSAGES = {
  GENUINE: '核验通过',
  SUPERSEDED: '已有新版本',
  VOID: '已作废',
} as const
/** Message about a bulletin whose figures were revised. */
const REVISED = '已修订'

/** Returns the submissions of a document's record. A document about a batch has editions instead. */
async function recordOf(db: Db, row: Issued): Promise<Submission[] | undefined> {
  if (row.project_id === null) return undefined
  // Documents of an application are of no year.
  if (row.year === null) return submissionsOf(db, 'DEMO', row.project_id)
  const report = await db
    .selectFrom('annual_report')
    .select('id')
    .where('demo_project_id', '=', row.project_id)
    .where('year', '=', row.year)
    .executeTakeFirst()
  return report ? submissionsOf(db, 'ANNUAL', report.id) : []
}

/** Returns whether a document is still valid. */
function stateOf(row: Issued, submissions: readonly Submission[] | undefined): keyof typeof MESSAGES {
  if (row.revoked_at) return 'VOID'
  if (!submissions) return 'GENUINE'
  const own = submissions.find(({ no }) => no === row.submission_no)
  if (!own || own.isWithdrawn) return 'VOID'
  return submissions.some(({ no, isWithdrawn }) => no > own.no && !isWithdrawn) ? 'SUPERSEDED' : 'GENUINE'
}

/** Batches that revised the figures of an issued bulletin, and the address of the page that has the present ones. */
async function revisedBulletin(db: Db, { code }: Issued, publicUrl: string) {
  const row = await db
    .selectFrom('issued_bulletin')
    .select(['year', 'quarter', 'basis', 'page'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) return undefined
  const newer = await newerBatches(db, row, row.basis)
  return newer.length > 0 ? { latestBatches: newer, latestUrl: `${publicUrl}${row.page}` } : undefined
}

/** Edition of a document about a batch, and the latest one if that is another. */
async function editionOf(db: Db, row: Issued) {
  if (!WITH_EDITIONS.has(row.kind)) return {}
  // The set holds kinds alone.
  const subject = { kind: row.kind as IssuedKind, year: row.year, submissionNo: row.submission_no }
  const [latest] = await editionsOf(db, subject)
  const edition = row.edition ?? 1
  if (!latest || latest.no <= edition) return { edition }
  return { edition, latestEdition: latest.no, latestTime: latest.first_issue }
}

async function isDeleted(db: Db, { project_id }: Issued): Promise<boolean> {
  if (project_id === null) return false
  const row = await db
    .selectFrom('demo_project')
    .select('id')
    .where('id', '=', project_id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  return row === undefined
}

/**
 * Tells whether a document with this code was issued, and which bytes are genuine. Names the document, never its content.
 * @throws HttpError 400, 404 or 429
 */
export async function verifyDocument(
  { db, config }: { db: Db; config: Pick<Config, 'publicUrl'> },
  text: string,
  address: string,
): Promise<Verified> {
  await countHit(db, { key: `verify:${address}`, ...TRIES }, (wait) =>
    tooMany('V-003', '核验过于频繁，请一分钟后再试', wait),
  )
  const code = readCode(text)
  if (!code) throw badRequest('V-001', '核验码有误：共 12 位，不含 0、1、I、L、O，请核对后重试', 'code')
  const row = await db.selectFrom('issued_document').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw new HttpError(404, '核验码不存在，请核对后重试', { code: 'V-002' })
  const submissions = await recordOf(db, row)
  const editions = await editionOf(db, row)
  const own = stateOf(row, submissions)
  const revised = await revisedBulletin(db, row, config.publicUrl)
  const isReplaced = own === 'GENUINE' && (editions.latestEdition !== undefined || revised !== undefined)
  const state = (await isDeleted(db, row)) ? 'VOID' : isReplaced ? 'SUPERSEDED' : own
  const latest = state === 'SUPERSEDED' ? submissions?.findLast(({ isWithdrawn }) => !isWithdrawn) : undefined
  return reply<Verified>({
    code: row.code,
    state,
    message: revised && state === 'SUPERSEDED' ? REVISED : MESSAGES[state],
    title: row.title,
    subject: row.subject,
    number: row.number,
    submissionNo: submissions ? row.submission_no : undefined,
    issuedAt: row.issued_at,
    pages: row.pages,
    size: row.size,
    sha256: row.sha256,
    latestNo: latest?.no,
    latestTime: latest?.time,
    ...editions,
    ...revised,
  })
}
