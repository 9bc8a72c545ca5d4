import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { askedOf, at } from '../domain/audit-log/asked.ts'
import { type EntryRecord, type NewEntry, writeEntry } from '../domain/audit-log/entry.ts'
import { compareRecords, namesOf, readRecords, type Seen, type Wanted } from '../domain/audit-log/recorded.ts'
import { actions } from '../domain/audited/actions/index.ts'
import { isCompared, nameOf, reasonOf, wantedById, wantedOf } from '../domain/audited/describe.ts'
import { KINDS } from '../domain/audited/kinds.ts'
import { deviceOf } from '../domain/device.ts'
import type { HttpError } from '../errors.ts'
import type { Operation } from '../operations.ts'
import { objectOf } from './call-object.ts'
import { conditionsGiven } from './conditions-given.ts'
import { networkOf } from './network.ts'
import type { OperationId } from './operation-id.ts'

/** Reads are not recorded, except exported files, unless the contract says otherwise by `x-audited`. */
export const isRecorded = ({
  method,
  success,
  audit,
}: Pick<Operation, 'method' | 'success' | 'audit'>): boolean =>
  audit === 'always' || (audit === 'change' && (method !== 'GET' || success.isFile))

const isAnonymous = ({ routeOptions }: FastifyRequest) => routeOptions.config.operation?.isAnonymous ?? false

/** Where a call came from: of an anonymous one the network alone. */
const placeOf = (request: FastifyRequest): Pick<NewEntry, 'address' | 'device'> =>
  isAnonymous(request)
    ? { address: networkOf(request.ip) }
    : { address: request.ip, device: deviceOf(request.headers['user-agent']) }

/** Most records of one entry. A call that changes more makes several, with one request number, so that entries stay small. */
const MOST_RECORDS = 200

type Person = Pick<NewEntry, 'userId' | 'username' | 'realName' | 'orgId' | 'orgName' | 'roleNames'>

/** The caller. Before log-in, the named account if it exists, since users may type anything. */
async function personOf(db: Db, request: FastifyRequest): Promise<Person> {
  const { caller, body } = request
  if (caller)
    return {
      userId: caller.id,
      username: caller.username,
      realName: caller.realName,
      orgId: caller.orgId,
      orgName: caller.orgName,
      roleNames: caller.roles.map(({ name }) => name).join('、'),
    }
  if (isAnonymous(request)) return {}
  const named = at(body, 'username')
  if (typeof named !== 'string') return {}
  const account = await db
    .selectFrom('app_user as u')
    .leftJoin('org as o', 'o.id', 'u.org_id')
    .select(['u.id', 'u.username', 'u.real_name', 'u.org_id', 'o.org_name'])
    .where('u.username_key', '=', named.toLowerCase())
    .executeTakeFirst()
  return account
    ? {
        userId: account.id,
        username: account.username,
        realName: account.real_name ?? undefined,
        orgId: account.org_id ?? undefined,
        orgName: account.org_name ?? undefined,
      }
    : {}
}

/** The same records after a call, also if they are no longer found by what the call named. */
function andThose(wanted: readonly Wanted[], before: readonly Seen[]): Wanted[] {
  const kinds = new Set([...wanted, ...before].map(({ kind }) => kind))
  return [...kinds].map((kind) => {
    const ids = before.filter((seen) => seen.kind === kind).map(({ id }) => Number(id))
    const places = wanted.filter((each) => each.kind === kind).map(({ where }) => sql`(${where})`)
    const key = KINDS[kind]?.key ?? sql`r.id`
    return {
      kind,
      where: sql<boolean>`(${sql.join([...places, sql`${key} = any(${ids}::bigint[])`], sql` or `)})`,
    }
  })
}

/** Records one call: who, what, to which records, from where, with what result, and the values before and after. */
export class CallRecorder {
  readonly #operation: Operation
  readonly #request: FastifyRequest
  #before: Seen[] = []
  #ids: readonly number[] | undefined

  constructor(operation: Operation, request: FastifyRequest) {
    this.#operation = operation
    this.#request = request
  }

  get #action() {
    return isRecorded(this.#operation) ? actions[this.#operation.id] : undefined
  }

  /**
   * Reads the records that the call names, before it changes them. Within a transaction, locks those that it changes.
   * @param options.ids instead of those that the call names, if it names them by conditions
   */
  async look(
    db: Db,
    { isLocked = false, ids }: { isLocked?: boolean; ids?: readonly number[] } = {},
  ): Promise<void> {
    this.#ids = ids
    const { method, success } = this.#operation
    const action = this.#action
    if (!action || method === 'GET' || success.isFile) return
    const asked = askedOf(this.#request)
    const wanted = ids ? wantedById(action.kind, ids) : wantedOf(action, asked, this.#request.caller?.id)
    this.#before = await readRecords(db, KINDS, wanted, { isLocked: isLocked && isCompared(action, asked) })
  }

  /** Records a successful call. */
  async note(db: Db, result: number, reply: unknown): Promise<void> {
    if (!isRecorded(this.#operation)) return
    const person = await personOf(db, this.#request)
    await this.#write(db, person, result, await this.#recordsOf(db, person, reply), { reply })
  }

  /** Records a call that got the reply of an earlier one with the same key. */
  async repeated(db: Db, result: number): Promise<void> {
    if (!isRecorded(this.#operation)) return
    await this.#write(db, await personOf(db, this.#request), result, [], {
      reason: '重复的请求，返回首次的结果',
    })
  }

  /** Records a refused call. */
  async refused(db: Db, { status, message, code }: HttpError): Promise<void> {
    if (!isRecorded(this.#operation)) return
    const person = await personOf(db, this.#request)
    const records = this.#request.caller ? await this.#namesNow(db).catch(() => []) : []
    await this.#write(db, person, status, records, { reason: message, rule: code })
  }

  async #recordsOf(db: Db, { userId }: Person, reply: unknown): Promise<EntryRecord[]> {
    const action = this.#action
    if (!action) return []
    const asked = askedOf(this.#request, reply)
    if (this.#ids)
      return compareRecords(
        db,
        KINDS,
        this.#before,
        await readRecords(db, KINDS, wantedById(action.kind, this.#ids)),
      )
    const wanted = wantedOf(action, asked, userId)
    if (isCompared(action, asked))
      return compareRecords(
        db,
        KINDS,
        this.#before,
        await readRecords(db, KINDS, andThose(wanted, this.#before)),
      )
    return namesOf(this.#before.length > 0 ? this.#before : await readRecords(db, KINDS, wanted))
  }

  /** The names of the records that a refused call was about. Its values may be anything. */
  async #namesNow(db: Db): Promise<EntryRecord[]> {
    const action = this.#action
    if (!action) return []
    this.#before = await readRecords(
      db,
      KINDS,
      wantedOf(action, askedOf(this.#request), this.#request.caller?.id),
    )
    return namesOf(this.#before)
  }

  async #write(
    db: Db,
    person: Person,
    result: number,
    records: readonly EntryRecord[],
    { reply, reason, rule }: { reply?: unknown; reason?: string; rule?: string | undefined },
  ): Promise<void> {
    const operation = this.#operation
    const request = this.#request
    const action = this.#action
    const asked = askedOf(request, reply)
    const isExport = action?.group === 'export' || action?.group === 'privacy' || action?.group === 'audit'
    const shown = [action?.shows, isExport ? conditionsGiven(operation, asked) : undefined]
    const entry: NewEntry = {
      ...person,
      ...placeOf(request),
      action: action ? nameOf(action, asked, this.#before, records) : operation.summary,
      actionGroup: action?.group,
      operationId: operation.id,
      object: objectOf(request) ?? undefined,
      recordKind: records[0]?.kind ?? action?.kind,
      about: action?.about?.(asked),
      result,
      rule,
      reason: reason ?? (shown.filter(Boolean).join('；') || (action && reasonOf(action, asked))),
      requestId: request.id,
    }
    await writeEntry(db, { ...entry, records: records.slice(0, MOST_RECORDS) })
    for (let at = MOST_RECORDS; at < records.length; at += MOST_RECORDS)
      await writeEntry(db, { ...entry, records: records.slice(at, at + MOST_RECORDS) })
  }
}

interface Together {
  action: string
  group: NewEntry['actionGroup']
  kind: EntryRecord['kind']
  records: readonly EntryRecord[]
  reason?: string | undefined
}

/** Records what one call did to many records together, so that each has it in its history. */
export async function recordTogether(
  db: Db,
  request: FastifyRequest,
  operationId: OperationId,
  { action, group, kind, records, reason }: Together,
): Promise<void> {
  if (records.length === 0) return
  await writeEntry(db, {
    ...(await personOf(db, request)),
    address: request.ip,
    device: deviceOf(request.headers['user-agent']),
    action,
    actionGroup: group,
    operationId,
    object: records
      .map(({ id }) => id)
      .join(',')
      .slice(0, 200),
    recordKind: kind,
    records,
    result: 200,
    reason,
    requestId: request.id,
  })
}

/** Records the export of a table whose address is no operation of the contract. */
export async function recordTableExport(
  db: Db,
  request: FastifyRequest,
  { about, reason }: { about: string; reason: string },
): Promise<void> {
  await writeEntry(db, {
    ...(await personOf(db, request)),
    address: request.ip,
    device: deviceOf(request.headers['user-agent']),
    action: '导出页面数据',
    actionGroup: 'export',
    about,
    result: 200,
    reason,
    requestId: request.id,
  })
}
