import { createHash } from 'node:crypto'
import type { Quarter } from '@xinchu/validators'
import type { Db, Trx } from '../../../db/database.ts'
import { dateTime } from '../../../runtime/time.ts'
import { type Caller, codeOf } from '../../caller.ts'
import { newCode } from '../../files/codes.ts'
import type { BulletinPlace } from '../../statistics/figure-place.ts'
import type { Issuing } from '../issue.ts'
import type { Bulletin } from './model.ts'

/** Identifies an issued bulletin. */
export interface BulletinKey extends Quarter {
  reach: string
  /** Batches, its own first. */
  basis: readonly string[]
}

/** Kinds of offices whose figures are those of what they own. */
const OWNERS: readonly (string | undefined)[] = ['CEN', 'ENT']

/**
 * Names the places or the owner that a reader's bulletin is about, and the pages that it leads to. Readers with the same
 * figures share a bulletin.
 */
export function reachKey(user: Caller, { codes, pages }: BulletinPlace): string {
  const limits = user.roles.map(({ limit }) => limit)
  const isOwner = OWNERS.includes(codeOf(user)) || (codeOf(user) === 'PQ' && user.ownerGroupId !== undefined)
  return JSON.stringify({
    page: pages.scale,
    ...codes,
    ...(codeOf(user) === 'NAR' ? { regionGroup: user.regionGroup } : {}),
    ...(isOwner ? { office: user.orgId, owner: user.ownerGroupId, former: user.formerOwners } : {}),
    ...(limits.length > 0 && limits.every((each) => each !== undefined)
      ? { limits: limits.toSorted(), of: [user.regionGroup, user.provinceCode] }
      : {}),
  })
}

/** Returns the bytes of a bulletin that was issued. */
export async function issuedBulletin(db: Db, key: BulletinKey): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('issued_bulletin')
    .select('content')
    .where('year', '=', key.year)
    .where('quarter', '=', key.quarter)
    .where('reach', '=', key.reach)
    .where('basis', '=', key.basis.join(' '))
    .executeTakeFirst()
  return row?.content
}

interface Issued {
  bulletin: Bulletin
  /** Name of its place. */
  subject: string
  page: string
}

/** Stores a bulletin with its code. False if another call has issued it. */
async function keepBulletin(
  trx: Trx,
  key: BulletinKey,
  { bulletin, subject, page }: Issued,
  made: { code: string; bytes: Uint8Array; pages: number; issuedAt: string },
): Promise<boolean> {
  const { code, bytes, pages, issuedAt } = made
  const { year, quarter, reach, basis } = key
  await trx
    .insertInto('issued_document')
    .values({
      ...{ code, kind: 'BULLETIN', project_id: null, year, submission_no: quarter, title: bulletin.title },
      ...{ subject, number: basis[0] ?? '', size: bytes.length, pages, issued_at: issuedAt },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    .execute()
  const kept = await trx
    .insertInto('issued_bulletin')
    .values({ code, year, quarter, reach, basis: basis.join(' '), page, content: Buffer.from(bytes) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (kept) return true
  await trx.deleteFrom('issued_document').where('code', '=', code).execute()
  return false
}

/** Writes the bulletin of a published period with a code, and keeps its bytes. Calls at the same time get the same ones. */
export async function issueBulletin(
  key: BulletinKey,
  issued: Issued,
  { db, transact, documents, now, address }: Issuing,
): Promise<Uint8Array> {
  const code = newCode()
  const bulletin = { ...issued.bulletin, proof: { code, address } }
  const { bytes, pages } = await documents.write({ form: 'pdf', bulletin })
  const made = { code, bytes, pages, issuedAt: dateTime(now()) }
  const isFirst = await transact((trx) => keepBulletin(trx, key, issued, made))
  return isFirst ? bytes : ((await issuedBulletin(db, key)) ?? bytes)
}
