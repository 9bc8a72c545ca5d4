import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The submissions of a record in its flow. */
export interface Submission {
  no: number
  time: string
  /** Whether it was withdrawn before it was reviewed. */
  isWithdrawn: boolean
}

type FlowKind = 'DEMO' | 'ANNUAL'

const steps = (kind: FlowKind, id: number): RawBuilder<unknown> => sql`
  select id, time, action from flow_history where biz_type = ${kind} and biz_id = ${id} and not undone`

/** All submissions of a record, the first one first. */
export async function submissionsOf(db: Db, kind: FlowKind, id: number): Promise<Submission[]> {
  const { rows } = await sql<Submission>`
    with step as (${steps(kind, id)}),
      submission as (
        select id, time, row_number() over (order by id)::integer as no, lead(id) over (order by id) as next
        from step where action = 'SUBMIT')
    select s.no, s.time, exists (select from step w where w.action = 'WITHDRAW' and w.id > s.id
      and (s.next is null or w.id < s.next)) as "isWithdrawn"
    from submission s order by s.no`.execute(db)
  return rows
}

/** Returns the submission that a document of a record reproduces; undefined while the record is a draft. */
export async function latestSubmission(db: Db, kind: FlowKind, id: number): Promise<Submission | undefined> {
  const last = (await submissionsOf(db, kind, id)).at(-1)
  return last?.isWithdrawn ? undefined : last
}
