import { extname } from 'node:path'
import { AccountStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict, HttpError } from '../../errors.ts'
import { isUnreviewed } from '../auth/registration-access.ts'
import { type Caller, may } from '../caller.ts'
import type { FileRow } from '../files/info.ts'
import { storeUpload } from '../files/store.ts'
import type { Upload } from '../files/upload.ts'
import { assertPerson } from './person.ts'
import { assertPlace } from './place.ts'
import { proofsOf } from './proofs.ts'
import { requireUser, userInfo } from './query.ts'
import { reviewedBy } from './registrations.ts'
import { officesWaitedFor, tellRegistered } from './tell-registered.ts'
import { assertUnique } from './unique.ts'

type Schemas = components['schemas']

const KINDS: ReadonlySet<string> = new Set(['.pdf', '.jpg', '.jpeg', '.png'])
const MOST_BYTES = 10 * 1024 * 1024
const COLUMNS = { license: 'license_file_id', letter: 'letter_file_id' } as const
const isKind = (text: string | undefined): text is keyof typeof COLUMNS =>
  text === 'license' || text === 'letter'

export async function registrationState(db: Db, user: Caller): Promise<Schemas['RegistrationState']> {
  return { user: userInfo(await requireUser(db, user.id)), proofs: await proofsOf(db, user.id) }
}

/** Checks an uploaded proof before its bytes are stored. @throws HttpError 400, 413, 415 */
export function proofOf(upload: Upload | undefined): { upload: Upload; kind: keyof typeof COLUMNS } {
  if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
  const { kind } = upload.fields
  if (!isKind(kind)) throw badRequest('F-023', '材料：取值不正确', [{ field: 'kind', message: '取值不正确' }])
  if (!KINDS.has(extname(upload.fileName).toLowerCase()))
    throw badRequest('V-004', '请上传 PDF、JPG 或 PNG 文件', 'file')
  if (upload.size > MOST_BYTES) throw new HttpError(413, '文件过大，至多10MB')
  return { upload, kind }
}

/** Records a stored proof with the registration, in place of an earlier one. */
export async function keepProof(
  trx: Trx,
  { upload, kind }: ReturnType<typeof proofOf>,
  user: Caller,
): Promise<void> {
  const { id } = await storeUpload(trx, { upload, bizType: 'USER_AUTH', bizId: user.id }, user)
  const { rows } = await sql<{ id: number }>`
    update app_user u set ${sql.ref(COLUMNS[kind])} = ${id}, update_time = now()
    where u.id = ${user.id} and ${isUnreviewed} returning u.id`.execute(trx)
  if (rows.length === 0) throw conflict('A-019', '注册申请已审核')
}

/** Whether the caller reviews the registration that owns a proof file. */
export async function isProofReviewed(db: Db, file: FileRow, user: Caller): Promise<boolean> {
  if (file.biz_type !== 'USER_AUTH' || file.biz_id === null || !may(user, 'registrations.review'))
    return false
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u join org o on o.id = u.org_id left join region r on r.code = o.region_code
    where u.id = ${file.biz_id} and ${reviewedBy(user)} and ${file.id} in (u.license_file_id, u.letter_file_id)`.execute(
    db,
  )
  return rows.length > 0
}

/** Begins the wait of a registration that other offices hold now. */
async function waitAnew(trx: Trx, userId: number, known: readonly number[]): Promise<void> {
  const offices = await officesWaitedFor(trx, userId)
  if (offices.some((office) => known.includes(office))) return
  await sql`update app_user set submit_time = now(), reviewer_reminded = null where id = ${userId}`.execute(
    trx,
  )
}

/**
 * Corrects a registration, which waits again if it was returned. One that was not goes on waiting, unless it goes to
 * another office.
 * @throws HttpError 400, 409
 */
export async function correctRegistration(
  trx: Trx,
  form: Schemas['RegistrationCorrection'],
  user: Caller,
): Promise<void> {
  assertPerson(form)
  await assertPlace(trx, form)
  await assertUnique(trx, 'creditCode', form.creditCode ?? '', { userId: user.id })
  const known = await officesWaitedFor(trx, user.id)
  const { rows } = await sql<{ id: number }>`
    update app_user u set status = ${AccountStatus.pending}, review_note = null, real_name = ${form.realName},
      version = u.version + 1, update_by = u.username, update_time = now()
    where u.id = ${user.id} and ${isUnreviewed} returning u.id`.execute(trx)
  if (rows.length === 0) throw conflict('A-019', '注册申请已审核')
  await trx
    .updateTable('org')
    .set({
      org_name: form.companyName ?? '',
      credit_code: form.creditCode?.toUpperCase() ?? null,
      legal_person: form.legalPerson ?? null,
      owner_type: form.enterpriseType ?? null,
      region_code: form.regionCode ?? null,
      registered_address: form.registeredAddress ?? null,
      owner_group_id: form.ownerGroupId ?? null,
      contact_name: form.realName,
      version: sql`version + 1`,
      update_by: user.username,
      update_time: sql`now()`,
    })
    .where('id', '=', user.orgId)
    .execute()
  await waitAnew(trx, user.id, known)
  await tellRegistered(trx, user.id, { known })
}
