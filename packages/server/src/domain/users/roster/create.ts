import { createHash } from 'node:crypto'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { conflict, unprocessable } from '../../../errors.ts'
import { makePasswords, moment, type OneTimePassword, validUntil } from '../../auth/one-time.ts'
import type { Caller } from '../../caller.ts'
import type { Making } from '../reset.ts'
import { tellingMoved } from '../tell-registered.ts'
import { type CheckedLine, checkRoster, type Person } from './check.ts'
import type { Roster } from './read.ts'

type Schemas = components['schemas']
type Reply = Schemas['UserImport']

const rowOf = ({ rowNo, cells, person, isSame, errors }: CheckedLine): Schemas['UserImportRow'] => {
  const { username, realName, orgName } = cells
  const roleName = person?.role.name ?? cells.roleName
  return {
    rowNo,
    ...(username === undefined ? {} : { username }),
    ...(realName === undefined ? {} : { realName }),
    ...(orgName === undefined ? {} : { orgName }),
    ...(roleName === undefined ? {} : { roleName }),
    ...(isSame ? { same: true } : {}),
    errors,
  }
}

/** Digest of the names and of the check's results. */
const digestOf = (lines: readonly CheckedLine[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        lines.map(({ rowNo, cells, errors, isSame, person }) => [
          ...[rowNo, cells, errors, isSame],
          person?.office.id,
        ]),
      ),
    )
    .digest('hex')

/** The result of a check, in the contract's shape. */
function checked(lines: readonly CheckedLine[]): Reply {
  const okRows = lines.filter(({ person }) => person).length
  const sameRows = lines.filter(({ isSame }) => isSame).length
  return {
    digest: digestOf(lines),
    totalRows: lines.length,
    okRows,
    sameRows,
    errorRows: lines.length - okRows - sameRows,
    rows: lines.map(rowOf),
  }
}

interface Order {
  mode: 'partial' | 'atomic'
  /** Digest of the dry run that the caller has seen. Nothing is created without it. */
  digest: string | undefined
}

async function insertPeople(
  trx: Trx,
  people: readonly Person[],
  passwords: readonly OneTimePassword[],
  { until, admin }: { until: string | null; admin: Caller },
): Promise<Schemas['OneTimePassword'][]> {
  const rows = people.map(({ cells, office }, at) => ({
    username: cells.username ?? '',
    username_key: cells.username?.toLowerCase() ?? '',
    password_hash: passwords[at]?.hash ?? '',
    real_name: cells.realName ?? null,
    phone: cells.phone ?? null,
    email: cells.email ?? null,
    office_phone: cells.officePhone ?? null,
    position: cells.position ?? null,
    org_id: office.id,
    flag: 'init' as const,
    password_expires: moment(until),
    create_by: admin.username,
  }))
  const made = await trx.insertInto('app_user').values(rows).returning(['id', 'username_key']).execute()
  const ids = new Map(made.map(({ id, username_key }) => [username_key, id]))
  const idOf = ({ cells }: Person) => ids.get(cells.username?.toLowerCase() ?? '') ?? 0
  await trx
    .insertInto('user_role')
    .values(people.map((person) => ({ user_id: idOf(person), role_id: person.role.id })))
    .execute()
  return people.map((person, at) => ({
    id: idOf(person),
    username: person.cells.username ?? '',
    realName: person.cells.realName ?? '',
    orgName: person.office.name,
    password: passwords[at]?.text ?? '',
  }))
}

/**
 * Checks a workbook of people. With the digest of the check that the caller has seen, creates their accounts in one
 * transaction.
 * @throws HttpError 409 if the result of the check has changed, 422 if nothing can be created
 */
export async function createRoster(
  { db, change, config, now }: Making,
  roster: Roster,
  { mode, digest }: Order,
  admin: Caller,
): Promise<Reply> {
  const lines = await checkRoster(db, roster, admin)
  const reply = checked(lines)
  if (digest === undefined) return reply
  if (digest !== reply.digest) throw conflict('A-023', '名单或校验结果已变化，请重新核对')
  if (mode === 'atomic' && reply.errorRows > 0)
    throw unprocessable('A-025', `有${reply.errorRows}行存在错误，未创建任何账号`, 'mode')
  const people = lines.flatMap(({ person }) => person ?? [])
  if (people.length === 0) throw unprocessable('A-025', '没有可创建的账号', 'file')
  const passwords = await makePasswords(people.length)
  const until = validUntil(config, now())
  const created = await change(async (trx) => {
    const offices = people.map(({ office }) => office.id)
    // An office disabled since the check gets no accounts.
    const open = await sql<{ id: number }>`
      select id from org where id = any(${offices}::bigint[]) and enabled order by id for share`.execute(trx)
    if (open.rows.length < new Set(offices).size) throw conflict('A-023', '名单或校验结果已变化，请重新核对')
    return tellingMoved(trx, () => insertPeople(trx, people, passwords, { until, admin }))
  })
  return { ...reply, created, ...(until ? { validUntil: until } : {}) }
}
