import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Target } from '../links/link-to.ts'
import { MOST_NAMES } from './catalogue/moves.ts'
import { type AnyMessage, tellAll, written } from './tell.ts'

interface Told {
  office: number
  /** With the time at which each was first told, once they are stored. */
  records: readonly { id: number; name: string; at?: string }[]
  /** The office that has taken the step. Several offices send tasks to one. */
  by?: string | undefined
}

/** What one step did to records of a kind, for one office. */
interface RecordNews extends Told {
  code: 'record.todo' | 'record.moved' | 'record.voided' | 'record.withdrawn'
  kind: ReviewedKind
  verb: string
  state: string
  next?: string | undefined
  /** The screens of a single record, and of several. */
  one: Target
  list: Target
}

/** Registrations that wait for one office. `id` is that of the account. */
interface RegistrationNews extends Told {
  code: 'registration.todo'
}

export type News = RecordNews | RegistrationNews

/** News that is told in the same words. Tasks are, whoever sends them. */
function keyOf(news: News): string {
  if (news.code === 'registration.todo') return ''
  const { code, kind, by, verb, state, next } = news
  if (code === 'record.todo') return kind
  return code === 'record.moved' ? [kind, by, verb, state, next].join('|') : `${kind}|${by}`
}

/** The message that tells news. */
function messageOf(news: News): AnyMessage {
  const { office, records, by } = news
  const named = { count: records.length, names: records.slice(0, MOST_NAMES).map(({ name }) => name) }
  const to = { offices: [office] }
  if (news.code === 'registration.todo') return { code: news.code, to, values: named }
  const { code, kind, verb, state, next, one, list } = news
  const only = records.length === 1 ? records[0] : undefined
  const values = { ...named, kind, id: only?.id, target: only ? one : list, verb, state, next }
  if (code === 'record.todo') return { code, to, values: { ...values, office: by } }
  return { code, to, values: { ...values, office: by ?? '' } }
}

interface Earlier {
  id: number
  /** `since` is the time of the first news that was joined. */
  news: News & { since: string }
}

/** Hours after the first news in which later news joins a message that nobody has read. */
const JOIN_HOURS = 24
/** Most records that joining gives a message. Each joining writes all of them. */
const MOST_JOINED = 100

const placeOf = (news: News) => `${news.code}|${news.office}|${keyOf(news)}`

/** The last message of the same news for each office that none of its accounts has read, locked, by its place. */
async function unreadNews(trx: Trx, all: readonly News[]): Promise<Map<string, Earlier>> {
  const wanted = all.map((news) => ({ office_id: news.office, code: news.code, key: keyOf(news) }))
  const { rows } = await sql<Earlier>`
    select m.id, n.news from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
        as x(office_id bigint, code text, key text)
      join message_news n on n.office_id = x.office_id and n.code = x.code and n.key = x.key
      join message_push m on m.id = n.message_id
    where m.create_time > now() - make_interval(hours => ${JOIN_HOURS}) and m.joined_by is null
      and (n.news->>'since')::timestamptz > now() - make_interval(hours => ${JOIN_HOURS})
      and not exists (select 1 from message_read r where r.message_id = m.id)
      and not exists (select 1 from app_user u join message_read_mark k on k.user_id = u.id
        where u.org_id = x.office_id and k.read_up_to >= m.publish_time)
    order by m.id for update of m`.execute(trx)
  return new Map(rows.map((row) => [placeOf(row.news), row]))
}

/** Time of the transaction, as the history has it for its steps. */
async function timeOf(trx: Trx): Promise<string> {
  const { rows } = await sql<{ at: string }>`select to_json(now()) #>> '{}' as at`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('a transaction has a time')
  return row.at
}

/** Later news with the records of earlier news. */
function joined(earlier: Earlier['news'], news: Earlier['news']): Earlier['news'] {
  const records = [...new Map([...earlier.records, ...news.records].map((each) => [each.id, each])).values()]
  return { ...news, records, by: earlier.by === news.by ? news.by : undefined, since: earlier.since }
}

/**
 * Tells offices news about records. News joins an unread message of the last day that says the same of others, and takes
 * its place.
 * @param after seconds after which the messages appear
 * @returns the ids of the messages
 */
export async function tellNews(
  trx: Trx,
  all: readonly News[],
  { after }: { after: number },
): Promise<number[]> {
  if (all.length === 0) return []
  const earlier = await unreadNews(trx, all)
  const since = await timeOf(trx)
  const told = all.map((news) => {
    const fresh = { ...news, records: news.records.map((each) => ({ ...each, at: since })), since }
    const found = earlier.get(placeOf(news))
    const before = found && found.news.records.length + news.records.length <= MOST_JOINED ? found : undefined
    return { before, news: before ? joined(before.news, fresh) : fresh }
  })
  const ids = await tellAll(
    trx,
    told.map(({ news }) => messageOf(news)),
    { after },
  )
  const rows = told.map(({ before, news }, place) => ({
    ...{ message_id: ids[place], office_id: news.office, code: news.code, key: keyOf(news), news },
    joins: before?.id,
  }))
  await sql`
    with told as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as x(message_id bigint, office_id bigint, code text, key text, news jsonb, joins bigint)),
      replaced as (update message_push m set joined_by = t.message_id from told t where m.id = t.joins)
    insert into message_news (message_id, office_id, code, key, news)
    select message_id, office_id, code, key, news from told`.execute(trx)
  return ids
}

interface Stored extends Earlier {
  joined_by: number | null
}

/** Messages that a message joined or that joined it, in the order in which they were told. */
async function chainOf(trx: Trx, ids: readonly number[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    with recursive later as (
        select id, joined_by from message_push where id = any(${[...ids]}::bigint[])
        union select m.id, m.joined_by from message_push m join later l on m.id = l.joined_by),
      earlier as (
        select id, joined_by from message_push where joined_by = any(${[...ids]}::bigint[]))
    select m.id, m.joined_by, n.news from message_push m join message_news n on n.message_id = m.id
    where m.id in (select id from later union select id from earlier) order by m.id for update of m`.execute(
    trx,
  )
  return rows
}

/** Deletes messages about a step that was undone. Those that joined them no longer tell of it. */
export async function forgetMessages(trx: Trx, ids: readonly number[]): Promise<void> {
  const gone = new Set(ids)
  const chain = await chainOf(trx, ids)
  const byId = new Map(chain.map((each) => [each.id, each]))
  for (const each of chain) {
    if (!gone.has(each.id)) continue
    const before = chain.find(({ joined_by }) => joined_by === each.id)
    const known = new Set(before?.news.records.map(({ id }) => id))
    const own = new Set(each.news.records.flatMap(({ id }) => (known.has(id) ? [] : [id])))
    for (let later = byId.get(each.joined_by ?? 0); later; later = byId.get(later.joined_by ?? 0))
      later.news = { ...later.news, records: later.news.records.filter(({ id }) => !own.has(id)) }
    if (before) before.joined_by = each.joined_by
  }
  await rewrite(
    trx,
    chain.filter(({ id }) => !gone.has(id)),
  )
  await sql`delete from message_push where id = any(${[...ids]}::bigint[])`.execute(trx)
}

/** Writes messages anew from their news. */
async function rewrite(trx: Trx, chain: readonly Stored[]): Promise<void> {
  if (chain.length === 0) return
  const rows = chain.map(({ id, joined_by, news }) => ({ id, joined_by, news, ...written(messageOf(news)) }))
  await sql`
    with told as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as x(id bigint, joined_by bigint, news jsonb, title text, content text, biz_id bigint, link text)),
      kept as (update message_news n set news = t.news from told t where n.message_id = t.id)
    update message_push m set joined_by = t.joined_by, title = t.title, content = t.content, biz_id = t.biz_id,
      link = t.link, version = m.version + 1, update_time = now()
    from told t where m.id = t.id`.execute(trx)
}

/** Forgets news that nothing joins any more, except that of tasks with several records. Its messages stay. */
export async function sweepNews(db: Db): Promise<void> {
  await sql`
    delete from message_news n using message_push m
    where m.id = n.message_id and m.create_time < now() - make_interval(hours => ${2 * JOIN_HOURS})
      and (n.code <> 'record.todo' or m.biz_id is not null or m.joined_by is not null)`.execute(db)
}
