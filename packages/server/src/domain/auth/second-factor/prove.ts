import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { badRequest } from '../../../errors.ts'
import { lockOf, takeTryBack } from '../tries.ts'
import { useOtp } from './check.ts'
import { factorKey } from './key.ts'
import { policyOf } from './policy.ts'

interface Proof {
  userId: number
  otp: string | undefined
  address: string
}

/**
 * Holds that who knows the password of an account with a second factor has its device, too.
 * @throws HttpError 400 without a code or with a wrong one, 429 after too many wrong codes
 */
export async function proveFactor(
  { db, config, now }: { db: Db; config: Config; now(): Date },
  { userId, otp, address }: Proof,
): Promise<void> {
  if (policyOf(config) === 'off') return
  const { rows } = await sql`select 1 from second_factor
    where user_id = ${userId} and confirmed_at is not null`.execute(db)
  if (rows.length === 0) return
  if (!otp) {
    await takeTryBack(db, userId, address, lockOf(config))
    throw badRequest('S-001', '请输入动态验证码', 'otp')
  }
  await useOtp(db, { userId, otp, now: now(), key: await factorKey(db, config) })
}
