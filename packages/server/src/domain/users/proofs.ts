import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type Proof = components['schemas']['RegistrationProof']

/** The proof that a registration has. */
export async function proofsOf(db: Db, userId: number): Promise<Proof[]> {
  const { rows } = await sql<{ kind: Proof['kind']; id: number; file_name: string; size: number }>`
    select case when f.id = u.license_file_id then 'license' else 'letter' end as kind, f.id, f.file_name, f.size
    from app_user u join file_info f on f.id in (u.license_file_id, u.letter_file_id) where u.id = ${userId}
    order by 1 desc`.execute(db)
  return rows.map(({ kind, id, file_name, size }) => ({ kind, id, fileName: file_name, size }))
}
