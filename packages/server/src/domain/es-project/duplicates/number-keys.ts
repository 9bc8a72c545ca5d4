import { numberKey } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Transact } from '../../../db/transaction.ts'

interface Numbers {
  record_no?: string | null | undefined
  national_code?: string | null | undefined
}

interface NumberColumns {
  record_key: string | null
  national_key: string | null
}

const keyOf = (text: string | null | undefined) => (text ? (numberKey(text) ?? '') : null)

/** Computes the columns used to compare a project's numbers: null without a number, empty for a placeholder. */
export const numberColumns = ({ record_no, national_code }: Numbers): NumberColumns => ({
  record_key: keyOf(record_no),
  national_key: keyOf(national_code),
})

const PART = 500

/** Fills the keys of projects of earlier versions and loaded data, part by part. Several servers may do so at once. */
export async function keyNumbers(transact: Transact, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const done = await transact(async (trx) => {
      const { rows } = await sql<Numbers & { id: number }>`
        select p.id, p.record_no, p.national_code from es_project p
        where (p.record_key is null and p.record_no <> '') or (p.national_key is null and p.national_code <> '')
        order by p.id limit ${PART} for update skip locked`.execute(trx)
      const keys = rows.map((row) => ({ id: row.id, ...numberColumns(row) }))
      await sql`update es_project p set record_key = x.record_key, national_key = x.national_key
        from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) as x(id bigint, record_key text, national_key text)
        where p.id = x.id`.execute(trx)
      return rows.length
    })
    if (done < PART) return
  }
}
