import { MessageTarget } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { addressOf } from '../links/link-to.ts'
import type { Entry } from './catalogue/entry.ts'
import { type Code, catalogue, type ValuesOf } from './catalogue.ts'
import { textInHtml } from './html.ts'

const TITLE_AT_MOST = 100

/** Recipients of one message: offices, users, kinds of departments or divisions. */
export type Recipients =
  | { offices: readonly (number | null)[] }
  | { users: readonly number[] }
  | { kinds: NonNullable<NewRow<'message_push'>['target_dept_ids']> }
  | { regions: readonly string[] }

interface Telling {
  /** The caller; required if the entry names its sender. */
  user?: Pick<Caller, 'id' | 'orgId' | 'username'>
  /** Seconds after which the message appears: the time for undoing its cause. */
  after?: number
  /** The time of publication, by default the transaction's. */
  now?: Date
  /** The time that the recipients have. */
  deadline?: string | undefined
}

/** One message with the values of its entry. */
export interface Told<C extends Code> {
  to: Recipients
  values: ValuesOf<C>
  /** The earlier message about the same record, whose record and address this one takes over. */
  follows?: Subject
}

/** A message of any entry with that entry's values. */
export type AnyMessage = { [C in Code]: Told<C> & { code: C } }[Code]

type Subject = Pick<Row<'message_push'>, 'biz_type' | 'biz_id' | 'link'>

/** Titles have a maximum of characters, of which some are two units of a string. */
const titled = (title: string) => [...title].slice(0, TITLE_AT_MOST).join('')

/** Columns of the recipients; undefined if there are none. */
function targetOf(to: Recipients) {
  if ('offices' in to) {
    const offices = [...new Set(to.offices.filter((id) => id !== null))]
    return offices.length > 0 ? { target_type: MessageTarget.offices, target_org_ids: offices } : undefined
  }
  if ('users' in to) {
    const users = [...new Set(to.users)]
    return users.length > 0 ? { target_type: MessageTarget.users, target_user_ids: users } : undefined
  }
  return 'kinds' in to
    ? { target_type: MessageTarget.kinds, target_dept_ids: to.kinds }
    : { target_type: MessageTarget.regions, target_region_codes: [...to.regions] }
}

function senderOf(code: Code, { sender }: Entry<never>, user: Telling['user']) {
  if (sender === 'nobody') return { create_by: 'system' }
  if (!user) throw new Error(`the message ${code} names its sender`)
  return { sender_org_id: user.orgId, sender_user_id: user.id, create_by: user.username }
}

function subjectOf<Values>({ target, about }: Entry<Values>, values: Values): Subject {
  const screen = target?.(values)
  return {
    biz_type: (typeof about === 'function' ? about(values) : about) ?? null,
    biz_id: (about === undefined ? undefined : screen?.id) ?? null,
    link: screen ? addressOf(screen) : null,
  }
}

function rowOf<C extends Code>(code: C, { to, values, follows }: Told<C>, telling: Telling) {
  const { user, after = 0, now, deadline } = telling
  const target = targetOf(to)
  if (!target) return []
  const entry = catalogue[code] as Entry<ValuesOf<C>> // the entry that the values are of
  return [
    {
      code,
      ...written({ code, values }),
      message_type: entry.type,
      level: entry.level,
      ...target,
      ...senderOf(code, entry, user),
      is_of_review: entry.isOfReview,
      ...follows,
      deadline: deadline ?? null,
      publish_time: now ? now.toISOString() : sql<string>`now() + make_interval(secs => ${after})`,
    },
  ]
}

/** What a message of the catalogue says: title, text and screen. */
export function written<C extends Code>({ code, values }: Pick<Told<C> & { code: C }, 'code' | 'values'>) {
  const entry = catalogue[code] as Entry<ValuesOf<C>> // the entry that the values are of
  return {
    title: titled(entry.title(values)),
    content: textInHtml(entry.text(values)),
    ...subjectOf(entry, values),
  }
}

/** Sends messages of one entry. */
export const tellEach = <C extends Code>(
  trx: Trx,
  code: C,
  told: readonly Told<C>[],
  telling: Telling = {},
): Promise<number[]> =>
  send(
    trx,
    told.flatMap((each) => rowOf(code, each, telling)),
  )

/** Sends messages of any entries. */
export const tellAll = (
  trx: Trx,
  messages: readonly AnyMessage[],
  telling: Telling = {},
): Promise<number[]> =>
  send(
    trx,
    messages.flatMap((each) => rowOf(each.code, each, telling)),
  )

/** Messages per statement, so that their values stay below the most parameters. */
const MOST_ROWS = 1000

/**
 * Sends messages. Messages without recipients are left out.
 * @returns the ids of the messages, so that undoing their cause can remove them
 */
async function send(trx: Trx, rows: ReturnType<typeof rowOf>): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += MOST_ROWS) {
    const some = rows.slice(start, start + MOST_ROWS)
    const made = await trx.insertInto('message_push').values(some).returning('id').execute()
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

/** Sends one message. @returns its id; undefined if it has no recipients */
export async function tell<C extends Code>(
  trx: Trx,
  code: C,
  to: Recipients,
  values: ValuesOf<C>,
  telling: Telling = {},
): Promise<number | undefined> {
  const [id] = await tellEach(trx, code, [{ to, values }], telling)
  return id
}
