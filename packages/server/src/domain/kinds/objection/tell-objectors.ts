import { ObjectionStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Trx } from '../../../db/database.ts'
import { factorKey } from '../../auth/second-factor/key.ts'
import { undoableSeconds } from '../../flow/undo-time.ts'
import type { SmsOutbox } from '../../sms/runner.ts'
import { personsOf } from './person.ts'

interface Means {
  config: Pick<Config, 'dataDir' | 'secondFactorKey' | 'undoSeconds'>
  sms: Pick<SmsOutbox, 'post'>
  now: Date
}

/** Tells objectors of answers that can no longer be undone, each by one text message. @returns their number */
export async function tellObjectors(trx: Trx, { config, sms, now }: Means): Promise<number> {
  const seconds = undoableSeconds(config)
  const before = new Date(now.getTime() - seconds * 1_000).toISOString()
  const { rows } = await sql<{ id: number; receipt_no: string }>`
    update objection set told_at = ${now.toISOString()}
    where channel = 'ONLINE' and query_hash is not null and status = ${ObjectionStatus.answered}
      and told_at is null and answered_at <= ${before} returning id, receipt_no`.execute(trx)
  const persons = await personsOf(
    trx,
    rows.map(({ id }) => id),
    await factorKey(trx, config),
  )
  for (const { id, receipt_no: receiptNo } of rows) {
    const phone = persons.get(id)?.phone
    if (phone)
      await sms.post(trx, {
        ...{ phone, template: 'objection-answered', params: { receipt: receiptNo } },
        text: `您的异议（${receiptNo}）已答复，请在公示页查询。`,
      })
  }
  return rows.length
}
