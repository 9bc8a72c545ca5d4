import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { missing } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { maskPhone } from '../masking.ts'
import { reply } from '../reply.ts'
import { assertPerson } from './person.ts'
import { useCode } from './sms.ts'
import { assertUnique } from './unique.ts'

type Schemas = components['schemas']

type Form = Schemas['CenterForm']

/** @throws HttpError 400 where the code of the text message is wrong or lacks, 409 where the number is another's */
async function provePhone(db: Db, { phone, smsCode }: Form, user: Caller): Promise<void> {
  if (!smsCode) throw missing('smsCode', '短信验证码')
  await useCode(db, { phone, purpose: 'profile', code: smsCode, userId: user.id })
  await assertUnique(db, 'phone', phone, { userId: user.id })
}

const store = (trx: Trx, form: Form, isKept: boolean, user: Caller) =>
  trx
    .updateTable('app_user')
    .set({
      real_name: form.realName ?? null,
      ...(isKept ? {} : { phone: form.phone }),
      ...(form.idCard === undefined ? {} : { id_card: form.idCard }),
      email: form.email ?? null,
      office_phone: form.officePhone ?? null,
      position: form.position ?? null,
      version: sql`version + 1`,
      update_by: user.username,
      update_time: sql`now()`,
    })
    .where('id', '=', user.id)
    .returning([
      'id',
      'username',
      'real_name as realName',
      'phone',
      'email',
      'office_phone as officePhone',
      'position',
      'status',
      'version',
    ])
    .executeTakeFirstOrThrow()

/** Saves the own profile. Changing the phone number requires a code sent to the new number. */
export async function updateCenter(
  { db, change }: { db: Db; change: Transact },
  form: Form,
  user: Caller,
): Promise<Schemas['User']> {
  const stored = await db
    .selectFrom('app_user')
    .select('phone')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const { phone: given, ...rest } = form
  // The number is shown masked. A masked number in the request leaves it unchanged.
  const isKept = given === stored.phone || given === maskPhone(stored.phone)
  assertPerson(isKept ? rest : form)
  if (!isKept) await provePhone(db, form, user)
  const row = await change((trx) => store(trx, form, isKept, user))
  return reply<Schemas['User']>({
    ...row,
    phone: maskPhone(row.phone),
    ...(user.deptId ? { deptId: user.deptId } : {}),
    ...(user.orgId ? { orgId: user.orgId, orgName: user.orgName } : {}),
  })
}
