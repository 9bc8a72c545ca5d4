import type { components } from '@xinchu/contract/schema'
import {
  answerRemarks,
  type Caller,
  closeRemarks,
  dateTime,
  fieldsOf,
  findReviewed,
  loadUser,
  markAllRead,
  momentOf,
  moveProjects,
  namesFor,
  raiseRemarks,
  remarksOf,
  requireProject,
  storeMissing,
  type Trx,
  updateProject,
} from '@xinchu/server/sample-port'
import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import { dayAfter } from './progress.ts'

type FlowRequest = components['schemas']['FlowRequest']
type Fields = components['schemas']['EsProjectFields']
type RemarkDraft = components['schemas']['RemarkDraft']

/** The accounts of the demonstration's chain of offices. */
const ACCOUNTS = {
  enterprise: 'enterprise_yc',
  county: 'county_yc',
  city: 'city_wz',
  province: 'province_nx',
} as const
export type Part = keyof typeof ACCOUNTS

/** A record that is reviewed. */
export interface Subject {
  entity: ReviewedKind
  id: number
}

/** Takes the accounts through steps of the review on days of the past, by the functions that serve their calls. */
export class ReviewStage {
  readonly #trx: Trx
  readonly #callers: ReadonlyMap<Part, Caller>
  readonly #today: string
  #now: Date

  private constructor(trx: Trx, callers: ReadonlyMap<Part, Caller>, today: string) {
    this.#trx = trx
    this.#callers = callers
    this.#today = today
    this.#now = momentOf(`${today} 10:00:00`)
  }

  /** @param today yyyy-MM-dd */
  static async open(trx: Trx, today: string): Promise<ReviewStage> {
    const callers = new Map<Part, Caller>()
    for (const part of ['enterprise', 'county', 'city', 'province'] as const) {
      const { id } = await trx
        .selectFrom('app_user')
        .select('id')
        .where('username', '=', ACCOUNTS[part])
        .executeTakeFirstOrThrow()
      const caller = await loadUser(trx, id)
      if (caller) callers.set(part, caller)
    }
    return new ReviewStage(trx, callers, today)
  }

  #caller(part: Part): Caller {
    const caller = this.#callers.get(part)
    if (!caller) throw new RangeError(`no account of the ${part}`)
    return caller
  }

  /** Takes the steps as of a day of the past. */
  async on(daysAgo: number, time: string, steps: () => Promise<void>): Promise<void> {
    this.#now = momentOf(`${dayAfter(this.#today, -daysAgo)} ${time}:00`)
    await steps()
    await this.#backdate()
  }

  /** Dates what this transaction has written as of the database's clock. */
  async #backdate(): Promise<void> {
    const moment = sql`${dateTime(this.#now)}::timestamptz`
    await sql`update flow_history set time = ${moment} where time = now()`.execute(this.#trx)
    await sql`update review_submission set time = ${moment} where time = now()`.execute(this.#trx)
    await sql`update message_push set publish_time = ${moment}, create_time = ${moment}
      where create_time = now()`.execute(this.#trx)
    await sql`update es_project set update_time = ${moment},
        waiting_since = case when waiting_since = now() then ${moment} else waiting_since end
      where update_time = now()`.execute(this.#trx)
  }

  /** @throws Error if a project does not move, because the demonstration would be another one */
  async move(part: Part, request: FlowRequest): Promise<void> {
    const { failed } = await moveProjects(this.#trx, request, this.#caller(part), { now: this.#now })
    const [first] = failed
    if (first) throw new Error(`project ${first.id}: ${first.message}`)
  }

  async readMessages(part: Part): Promise<void> {
    await markAllRead(this.#trx, this.#caller(part))
  }

  /** Changes fields of a project. */
  async correct(id: number, changes: Partial<Fields>): Promise<void> {
    const user = this.#caller('enterprise')
    const row = await requireProject(this.#trx, id, user)
    const update = { ...fieldsOf(row), ...changes, id, version: row.version }
    await updateProject(this.#trx, update, user, this.#now)
  }

  async #remarkOn({ entity, id }: Subject, field: string): Promise<number> {
    const remarks = await remarksOf(this.#trx, entity, [id])
    const remark = remarks.get(id)?.find((each) => each.field === field)
    if (!remark) throw new RangeError(`no remark on ${field} of ${entity} ${id}`)
    return remark.id
  }

  /** Answers remarks on fields. */
  async answer(
    answers: readonly (readonly [subject: Subject, field: string, answer: string])[],
  ): Promise<void> {
    const items: { id: number; answer: string }[] = []
    for (const [subject, field, answer] of answers)
      items.push({ id: await this.#remarkOn(subject, field), answer })
    await answerRemarks(this.#trx, items, this.#caller('enterprise'), this.#now)
  }

  /** Closes the remarks on fields. */
  async close(part: Part, subject: Subject, fields: readonly string[]): Promise<void> {
    const ids: number[] = []
    for (const field of fields) ids.push(await this.#remarkOn(subject, field))
    await closeRemarks(this.#trx, ids, this.#caller(part), this.#now)
  }

  /** A remark that asks again about a field. */
  async again(subject: Subject, field: string, text: string): Promise<RemarkDraft> {
    return { remarkId: await this.#remarkOn(subject, field), field, text }
  }

  /** Adds the remarks of the return to a report that is stored as returned. */
  async remarkOnReturned(part: Part, subject: Subject, remarks: readonly RemarkDraft[]): Promise<void> {
    const { entity, id } = subject
    const user = this.#caller(part)
    const records = await findReviewed(this.#trx, entity, [id], user)
    await storeMissing(this.#trx, entity, records)
    await raiseRemarks(
      this.#trx,
      entity,
      records.map((record) => ({ record, remarks, opinion: '', submissionNo: 1 })),
      {
        user,
        now: this.#now,
        sent: true,
        names: await namesFor(
          this.#trx,
          records.map(({ content }) => content),
        ),
      },
    )
    await sql`
      update flow_history set remark_count = ${remarks.length}
      where biz_type = ${entity} and biz_id = ${id} and action = 'RETURN'`.execute(this.#trx)
  }
}
