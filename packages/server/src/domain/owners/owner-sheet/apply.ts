import { createHash } from 'node:crypto'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/database.ts'
import type { Transact } from '../../../db/transaction.ts'
import { conflict, unprocessable } from '../../../errors.ts'
import type { EntryRecord } from '../../audit-log/entry.ts'
import { PLATFORM_KINDS } from '../../audit-log/kinds.ts'
import { compareRecords, readRecords, type Wanted } from '../../audit-log/recorded.ts'
import { labelIn } from '../../dict/label.ts'
import { issuesOf } from '../../sheet-list/problems.ts'
import type { SheetList } from '../../sheet-list/read.ts'
import { type CheckedOwner, checkOwners, type OwnerValues, readOwners } from './check.ts'
import { type OwnerColumn, ownerColumns, ownerForm } from './form.ts'

type Schemas = components['schemas']
type Reply = Schemas['OwnerImport']
type Row = Reply['rows'][number]
type Sheet = SheetList<OwnerColumn['name']>

/** A value of an owner as the workbook shows it. */
export function shownOf(owner: OwnerValues, name: OwnerColumn['name']): string | undefined {
  if (name === 'enabled') return owner.enabled ? '启用' : '停用'
  if (name === 'type') return owner.type === null ? undefined : labelIn('owner_type', owner.type)
  const { [name]: value } = owner
  return value === null ? undefined : String(value)
}

function changesOf({ stored, next }: CheckedOwner): Row['changes'] {
  return ownerColumns.flatMap(({ name, caption }) => {
    const [before, after] = [stored && shownOf(stored, name), shownOf(next, name)]
    if (before === after) return []
    return [
      { caption, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) },
    ]
  })
}

function rowOf(sheet: Sheet, line: CheckedOwner): Row {
  const { rowNo, cells, stored, problems } = line
  const changes = problems.length > 0 ? [] : changesOf(line)
  const effect = problems.length > 0 ? 'refused' : !stored ? 'new' : changes.length > 0 ? 'changed' : 'same'
  return {
    rowNo,
    effect,
    ...(cells.value === undefined ? {} : { value: cells.value }),
    ...(cells.label === undefined ? {} : { label: cells.label }),
    changes,
    errors: issuesOf(ownerForm, sheet, rowNo, problems),
  }
}

interface Checked {
  lines: CheckedOwner[]
  reply: Reply
}

async function check(db: Db, sheet: Sheet): Promise<Checked> {
  const lines = checkOwners(sheet, await readOwners(db))
  const rows = lines.map((line) => rowOf(sheet, line))
  const digest = createHash('sha256')
    .update(JSON.stringify(lines.map(({ cells, stored }, at) => [rows[at], cells, stored?.version])))
    .digest('hex')
  return { lines, reply: { digest, applied: false, rows } }
}

/** Writes owners, new ones first, because others may be below them. */
async function write(trx: Trx, owners: readonly OwnerValues[]): Promise<void> {
  const list = JSON.stringify(owners)
  await sql`
    insert into owner_dict (value, label, short_name, type, credit_code, sort, enabled)
    select x.value, x.label, x."shortName", x.type, x."creditCode", x.sort, x.enabled
    from jsonb_to_recordset(${list}::text::jsonb) as x(value text, label text, "shortName" text, type text,
      "creditCode" text, sort integer, enabled boolean)
    on conflict (value) do update set label = excluded.label, short_name = excluded.short_name, type = excluded.type,
      credit_code = excluded.credit_code, sort = excluded.sort, enabled = excluded.enabled,
      merged_into = case when excluded.enabled then null else owner_dict.merged_into end,
      version = owner_dict.version + 1`.execute(trx)
  await sql`
    update owner_dict d set parent_id = u.id
    from jsonb_to_recordset(${list}::text::jsonb) as x(value text, parent text)
      left join owner_dict u on u.value = x.parent
    where d.value = x.value`.execute(trx)
}

const changed = () => conflict('A-023', '名单或核对结果已变化，请重新核对')

/**
 * Checks a workbook of owners. With the digest of the check that the caller has seen, writes its sound rows in one
 * transaction.
 * @param note records what was written in the history of each owner
 * @throws HttpError 409 if the check says something else by now, 422 if nothing can be written
 */
export async function importOwners(
  { db, change }: { db: Db; change: Transact },
  sheet: Sheet,
  digest: string | undefined,
  note: (trx: Trx, records: readonly EntryRecord[]) => Promise<void>,
): Promise<Reply> {
  if (digest === undefined) return (await check(db, sheet)).reply
  return change(async (trx) => {
    await sql`select id from owner_dict order by id for update`.execute(trx)
    const { lines, reply } = await check(trx, sheet)
    if (digest !== reply.digest) throw changed()
    const owners = lines
      .filter((_, at) => ['new', 'changed'].includes(reply.rows[at]?.effect ?? ''))
      .map(({ next }) => next)
    if (owners.length === 0) throw unprocessable('W-018', '没有可导入的业主', 'file')
    const codes = owners.map(({ value }) => value)
    const wanted: Wanted[] = [{ kind: 'OWNER', where: sql<boolean>`r.value = any(${codes}::text[])` }]
    const before = await readRecords(trx, PLATFORM_KINDS, wanted)
    await write(trx, owners)
    await note(
      trx,
      await compareRecords(trx, PLATFORM_KINDS, before, await readRecords(trx, PLATFORM_KINDS, wanted)),
    )
    return { ...reply, applied: true }
  })
}
