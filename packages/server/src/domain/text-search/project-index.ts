import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Transact } from '../../db/transaction.ts'
import { projectInitials } from './initials.ts'
import { searchColumns } from './words.ts'

interface Named {
  id: number
  project_name: string
  company_name: string | null
  project_code: string
}

async function store(trx: Trx, rows: readonly Named[]): Promise<void> {
  if (rows.length === 0) return
  const made = rows.map((row) => {
    const initials = projectInitials(row.project_name, row.company_name)
    return { id: row.id, initials, ...searchColumns({ ...row, initials }) }
  })
  const records = sql`jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb)
    as x(id bigint, initials text, text text, words text)`
  await sql`insert into project_search (project_id, text, words) select x.id, x.text, x.words::tsvector from ${records}
    on conflict (project_id) do update set text = excluded.text, words = excluded.words
    where project_search.text <> excluded.text`.execute(trx)
  await sql`update es_project p set initials = x.initials from ${records}
    where p.id = x.id and p.initials is distinct from x.initials`.execute(trx)
}

/** Indexes these projects, in the transaction that submits them or changes their names. */
export async function indexProjects(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<Named>`select id, project_name, company_name, project_code from es_project
    where id = any(${[...ids]}::bigint[])`.execute(trx)
  await store(trx, rows)
}

const unsearchable = sql<boolean>`p.initials is null and p.submitted_once and not p.deleted`

/** Whether the index has every submitted project. */
export async function isSearchable(db: Db): Promise<boolean> {
  const { rows } = await sql`select from es_project p where ${unsearchable} limit 1`.execute(db)
  return rows.length === 0
}

const PART = 500

/** Adds submitted projects of earlier versions and loaded data to the index, part by part. */
export async function indexMissing(transact: Transact, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const done = await transact(async (trx) => {
      const { rows } = await sql<Named>`
        select p.id, p.project_name, p.company_name, p.project_code from es_project p
        where ${unsearchable} order by p.id limit ${PART} for update skip locked`.execute(trx)
      await store(trx, rows)
      return rows.length
    })
    if (done < PART) return
  }
}
