import { hash } from '@node-rs/argon2'
import type { OpenDatabase } from '../../src/db/open.ts'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'

/**
 * Hashes the password of the demonstration's accounts at the least cost. A stored hash states its own cost, so log-ins run
 * as in production and take 1 ms instead of 40.
 */
export async function cheapenPasswords(db: OpenDatabase['db']): Promise<void> {
  const cheap = await hash(SAMPLE_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await db.updateTable('app_user').set({ password_hash: cheap }).execute()
}
