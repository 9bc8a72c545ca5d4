import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { HttpError } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { Counter } from '../events/order.ts'
import { reply } from '../reply.ts'
import { eventsAsRecords, visibleEvents } from './scope.ts'

type Schemas = components['schemas']
export type EventQuery = NonNullable<operations['readEvents']['parameters']['query']>
type EventPage = Schemas['EventPage']

const LIMIT = 100
/** Positions that one call looks through, so that a caller who sees few events waits no longer than others. */
const WINDOW = 20_000

type Stored = Row<'record_event'>
type Numbered = Stored & { position: number }
/** The counter beside an event, or beside nothing where the page is empty. */
type Found = Counter & (Numbered | { position: null })

const isEvent = (row: Found): row is Counter & Numbered => row.position !== null

/** A refusal with the position to start from. */
function gone(start: number, message: string): HttpError {
  const errors = [{ field: 'after', value: String(start), message: '不能从此序号读取' }]
  return new HttpError(410, `${message}，请全量核对后从 ${start} 开始读取`, { code: 'W-036', errors })
}

/** Refuses a position from which events cannot be read. @throws HttpError 410 */
function assertWithin(from: number, { first, last }: Counter): void {
  if (from < first - 1) throw gone(first - 1, `序号 ${from} 之后的事件已不保存`)
  if (from > last) throw gone(last, `序号 ${from} 尚未使用，数据库可能已恢复到较早的时点`)
}

/** @throws HttpError 410 for a position from which events cannot be read */
export async function assertPosition(db: Db, position: number): Promise<void> {
  const counter = await db.selectFrom('event_counter').select(['first', 'last']).executeTakeFirstOrThrow()
  assertWithin(position, counter)
}

/** SQL condition: events (`p`) of the wanted kinds, or of the wanted kinds of record. */
const ofTypes = (types: EventQuery['types']): RawBuilder<boolean> =>
  types === undefined || types.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(p.kind = any(${[...types]}::text[]) or p.subject = any(${[...types]}::text[]))`

const eventOf = (row: Numbered): Schemas['RecordEvent'] =>
  reply<Schemas['RecordEvent']>({
    position: row.position,
    kind: row.kind,
    subject: row.subject,
    recordId: row.record_id,
    recordCode: row.record_code,
    version: row.version,
    fromState: row.from_state,
    toState: row.to_state,
    provinceCode: row.province_code,
    cityCode: row.city_code,
    countyCode: row.county_code,
    orgId: row.org_id,
    byOrgName: row.by_org,
    time: row.time,
  })

/**
 * Returns the numbered events after a position that the caller may see, in order. One statement, so that what is removed
 * meanwhile is either there or refused.
 * @throws HttpError 410 for a position whose next events are no longer kept, or that was never given
 */
export async function readEvents(
  db: Db,
  { after, limit = LIMIT, types }: Pick<EventQuery, 'after' | 'limit' | 'types'>,
  user: Caller,
): Promise<EventPage> {
  const start = sql`coalesce(${after ?? null}::bigint, c.first - 1)`
  const { rows } = await sql<Found>`
    select c.last, c.first, e.* from event_counter c left join lateral (
      select p.* from ${eventsAsRecords} p
      where p.position > ${start} and p.position <= least(c.last, ${start} + ${WINDOW}) and ${ofTypes(types)}
        and ${visibleEvents(user)}
      order by p.position limit ${limit}) e on true
    order by e.position`.execute(db)
  const [{ last, first } = { last: 0, first: 1 }] = rows
  const from = after ?? first - 1
  assertWithin(from, { first, last })
  const content = rows.filter(isEvent).map(eventOf)
  const end = content.length === limit ? content.at(-1)?.position : undefined
  const next = end ?? Math.min(last, from + WINDOW)
  return { content, next, head: last, more: next < last }
}
