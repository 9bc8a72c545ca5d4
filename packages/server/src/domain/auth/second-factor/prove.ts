import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { badRequest } from '../../../errors.ts'
import type { Settle } from '../tries.ts'
import { useOtp } from './check.ts'
import { factorKey } from './key.ts'
import { policyOf } from './policy.ts'

interface Proof {
  userId: number
  otp: string | undefined
  /** Ends the try of the password, which is no wrong one where the code is still to come. */
  settle: Settle
}

/**
 * Holds that who knows the password of an account with a second factor has its device, too.
 * @throws HttpError 400 without a code or with a wrong one, 429 after too many wrong codes
 */
export async function proveFactor(
  { db, config, now }: { db: Db; config: Config; now(): Date },
  { userId, otp, settle }: Proof,
): Promise<void> {
  if (policyOf(config) === 'off') return
  const { rows } = await sql`select 1 from second_factor
    where user_id = ${userId} and confirmed_at is not null`.execute(db)
  if (rows.length === 0) return
  if (!otp) {
    await settle('undecided')
    throw badRequest('S-001', '请输入动态验证码', 'otp')
  }
  await useOtp(db, { userId, otp, now: now(), key: await factorKey(db, config) })
}
