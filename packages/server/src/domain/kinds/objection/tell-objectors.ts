import { ObjectionStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Transact } from '../../../db/transaction.ts'
import { factorKey } from '../../auth/second-factor/key.ts'
import { WAY_SECONDS } from '../../review/undo.ts'
import type { SmsSender } from '../../users/sms.ts'
import { personsOf } from './person.ts'

interface Means {
  transact: Transact
  config: Pick<Config, 'dataDir' | 'secondFactorKey' | 'undoSeconds'>
  sms: SmsSender
  now(): Date
}

/** Claims the answers that can no longer be undone, so that one copy of the server tells each. */
const claim = ({ transact, config, now }: Means) =>
  transact(async (trx) => {
    const seconds = config.undoSeconds > 0 ? config.undoSeconds + WAY_SECONDS : 0
    const before = new Date(now().getTime() - seconds * 1_000).toISOString()
    const { rows } = await sql<{ id: number; receipt_no: string }>`
      update objection set told_at = ${now().toISOString()}
      where channel = 'ONLINE' and query_hash is not null and status = ${ObjectionStatus.answered}
        and told_at is null and answered_at <= ${before} returning id, receipt_no`.execute(trx)
    const ids = rows.map(({ id }) => id)
    return { rows, persons: await personsOf(trx, ids, await factorKey(trx, config)) }
  })

/** Tells objectors by text message that they are answered. What fails is tried again. @returns the number told */
export async function tellObjectors(means: Means): Promise<number> {
  const { rows, persons } = await claim(means)
  const failed: number[] = []
  for (const { id, receipt_no } of rows) {
    const phone = persons.get(id)?.phone
    const text = `您的异议（${receipt_no}）已答复，请在公示页查询。`
    if (phone) await means.sms(phone, text).catch(() => failed.push(id))
  }
  if (failed.length > 0)
    await means.transact((trx) =>
      trx.updateTable('objection').set({ told_at: null }).where('id', 'in', failed).execute(),
    )
  return rows.length - failed.length
}
