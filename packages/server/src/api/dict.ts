import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import { orderBy } from '../db/sql.ts'
import { may } from '../domain/caller.ts'
import { type EntryRow, entryOf } from '../domain/dict/entry.ts'
import { createOwner, mergeOwners, ownerUsage, updateOwner } from '../domain/dict/owners.ts'
import { createEntry, deleteEntry, updateEntry } from '../domain/dict/write.ts'
import { badRequest, forbidden } from '../errors.ts'

// Dictionaries that the registration form needs without a session.
const OPEN = new Set(['owner_type'])

/** Limits of a dictionary's name, from the contract. */
const LONGEST_NAME = 60

const SORTABLE = { id: 'e.id', value: 'e.value', label: 'e.label', dictSort: 'e.dict_sort' }

async function entriesOf(
  db: Db,
  names: readonly string[],
  { withDisabled, sort }: { withDisabled: boolean; sort?: readonly string[] | undefined },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.dict_id, d.name as dict_name, e.value, e.label, e.parent, e.dict_sort, e.enabled, e.version
    from dict_entry e join dict d on d.id = e.dict_id
    where d.name = any(${[...names]}::text[]) and (e.enabled or ${withDisabled})
    order by ${orderBy(SORTABLE, sort, sql`d.name, e.dict_sort, e.id`)}`.execute(db)
  return rows
}

export const dictHandlers = defineHandlers({
  async queryDictDetail({ query, caller }, { db }) {
    const name = query.dictName
    if (!name) throw badRequest('F-001', 'need Dict names', 'dictName')
    if (!caller && !OPEN.has(name)) throw forbidden()
    const { page = 0, size = 10, sort, label } = query
    // Administrators also see disabled entries, to enable them again.
    const withDisabled = caller !== undefined && may(caller, 'accounts.manage')
    const found = await entriesOf(db, [name], { withDisabled, sort })
    const rows = found.filter((row) => !label || row.label.includes(label))
    return { content: rows.slice(page * size, (page + 1) * size).map(entryOf), totalElements: rows.length }
  },

  async getDictMap({ query }, { db }) {
    const names = (query.dictName ?? '')
      .split(/[,，]/)
      .map((name) => name.trim())
      .filter((name) => name !== '')
    if (names.length === 0) throw badRequest('F-001', 'need Dict names', 'dictName')
    const long = names.find((name) => name.length > LONGEST_NAME)
    if (long !== undefined) throw badRequest('F-021', `字典名：长度不能超过${LONGEST_NAME}个字`, 'dictName')
    const rows = await entriesOf(db, names, { withDisabled: true })
    return Object.fromEntries(
      names.map((name) => [name, rows.filter((row) => row.dict_name === name).map(entryOf)]),
    )
  },

  async createDictDetail({ body }, { change }) {
    return change((trx) => createEntry(trx, body))
  },

  async updateDictDetail({ body }, { change }) {
    return change((trx) => updateEntry(trx, body))
  },

  async listOwnerUsage(_call, { db }) {
    return ownerUsage(db)
  },

  async createOwner({ body }, { change }) {
    return change((trx) => createOwner(trx, body))
  },

  async updateOwner({ body }, { change }) {
    return change((trx) => updateOwner(trx, body))
  },

  async mergeOwners({ body }, { change }) {
    return change((trx) => mergeOwners(trx, body))
  },

  async deleteDictDetail({ path }, { change }) {
    await change((trx) => deleteEntry(trx, path.id))
  },
})
