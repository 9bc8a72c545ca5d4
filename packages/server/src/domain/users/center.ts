import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import { badRequest, conflict } from '../../errors.ts'
import type { CallServices } from '../../services.ts'
import type { Caller } from '../caller.ts'
import { maskPhone } from '../masking.ts'
import { assertPerson } from './person.ts'
import { useCode } from './sms.ts'
import { isUnique } from './unique.ts'

type Schemas = components['schemas']

/** Keeps what a person says of himself; another telephone number needs the code that was sent to it. */
export async function updateCenter(
  { db, change }: Pick<CallServices, 'db' | 'change'>,
  form: Schemas['CenterForm'],
  user: Caller,
): Promise<Schemas['User']> {
  const stored = await db
    .selectFrom('app_user')
    .select('phone')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  // The number is shown masked; given back as shown, it stays.
  const { phone: given, ...rest } = form
  const isKept = given === stored.phone || given === maskPhone(stored.phone)
  assertPerson(isKept ? rest : form)
  if (!isKept) {
    if (!form.smsCode)
      throw badRequest('短信验证码：值不能为空', [{ field: 'smsCode', message: '值不能为空' }])
    await useCode(db, { phone: given ?? '', purpose: 'profile', code: form.smsCode, userId: user.id })
    if (!(await isUnique(db, 'phone', given ?? '', user.id))) throw conflict('手机号已被使用')
  }
  const row = await change((trx) =>
    trx
      .updateTable('app_user')
      .set({
        real_name: form.realName ?? null,
        ...(isKept ? {} : { phone: given ?? null }),
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
        'real_name',
        'phone',
        'email',
        'office_phone',
        'position',
        'status',
        'version',
      ])
      .executeTakeFirstOrThrow(),
  )
  const shown = {
    id: row.id,
    username: row.username,
    realName: row.real_name,
    phone: maskPhone(row.phone),
    email: row.email,
    officePhone: row.office_phone,
    position: row.position,
    ...(user.deptId ? { deptId: user.deptId } : {}),
    ...(user.orgId ? { orgId: user.orgId, orgName: user.orgName } : {}),
    status: row.status,
    version: row.version,
  }
  // Replies are compacted and, in tests, checked against the contract.
  return shown as Schemas['User']
}
