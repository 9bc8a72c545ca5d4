import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, isAmong } from '../caller.ts'
import { appealsFor } from '../es-project/appeals/source.ts'
import { grantsOf } from '../links/grants.ts'
import { linkTo, type Target } from '../links/link-to.ts'
import { OWN_REGISTRATIONS } from '../messages/catalogue/moves.ts'
import { reply } from '../reply.ts'
import { registrationsFor } from '../users/registrations.ts'
import { publishable } from '../warehouse/publish.ts'
import { type Waits, waits, waitsOf } from './waits.ts'

type OtherTask = components['schemas']['OtherTask']
type Code = OtherTask['source']

/** A queue of tasks that are no records, such as registrations. Offices deal with them on a page of their own. */
interface DeskSource {
  code: Code
  label: string
  /** For whom it ever waits, as in `x-callers`. */
  callers: readonly string[]
  /** SQL query: title, office that it comes from, and start of the wait of what waits for the caller's office. */
  queue(user: Caller, now: Date): RawBuilder<unknown>
  target: Target
}

const SOURCES: readonly DeskSource[] = [
  {
    code: 'REGISTRATION',
    label: '注册审核',
    callers: ['CNT', 'PLT'],
    queue: registrationsFor,
    target: OWN_REGISTRATIONS,
  },
  {
    code: 'APPEAL',
    label: '重复判定申请',
    callers: ['GOV', 'NAT'],
    queue: appealsFor,
    target: { kind: 'APPEAL', purpose: 'list', search: { tab: 'appeals' } },
  },
  {
    code: 'PUBLICATION',
    label: '统计公布',
    callers: ['NAT'],
    queue: (_user, now) => publishable(now),
    target: { kind: 'OFFICIAL', purpose: 'read' },
  },
]

interface Counted extends Waits {
  source: Code
  title: string
  office: string | null
}

/** Counts what waits for the caller's office beside records, and names of each source what has waited longest. */
export async function otherTasks(db: Db, user: Caller, now: Date): Promise<OtherTask[]> {
  const own = SOURCES.filter(({ callers }) => isAmong(user, callers))
  if (own.length === 0) return []
  const queues = own.map(
    ({ code, queue }) => sql`select ${code}::text as source, q.* from (${queue(user, now)}) q`,
  )
  const { rows } = await sql<Counted>`
    select t.source, ${waits(now)}, (array_agg(t.title order by t.since))[1] as title,
      (array_agg(t.office order by t.since))[1] as office
    from (${sql.join(queues, sql` union all `)}) t group by 1`.execute(db)
  if (rows.length === 0) return []
  const grants = await grantsOf(db, user)
  return own.flatMap(({ code, label, target }) =>
    rows
      .filter(({ source }) => source === code)
      .map(({ title, office, ...counted }) =>
        reply<OtherTask>({
          ...{ source: code, label, ...waitsOf(counted), title },
          ...{ orgName: office, link: linkTo(target, grants) },
        }),
      ),
  )
}
