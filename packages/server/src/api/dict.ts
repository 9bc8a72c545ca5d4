import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/open.ts'
import { badRequest, forbidden } from '../errors.ts'

interface EntryRow {
  id: number
  dict_id: number
  dict_name: string
  value: string
  label: string
  parent: string | null
  dict_sort: number
  enabled: boolean
}

// What the registration form shows before there is a session.
const OPEN = new Set(['owner_type'])

const entryOf = (row: EntryRow) => ({
  id: row.id,
  dict: { id: row.dict_id, name: row.dict_name },
  dictName: row.dict_name,
  value: row.value,
  label: row.label,
  dictSort: row.dict_sort,
  enabled: row.enabled,
  ...(row.parent ? { parent: row.parent } : {}),
})

async function entriesOf(db: Db, names: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.dict_id, d.name as dict_name, e.value, e.label, e.parent, e.dict_sort, e.enabled
    from dict_entry e join dict d on d.id = e.dict_id
    where d.name = any(${[...names]}::text[]) and e.enabled
    order by d.name, e.dict_sort, e.id`.execute(db)
  return rows
}

export const dictHandlers = defineHandlers({
  async queryDictDetail({ query, caller }, { db }) {
    const name = query.dictName
    if (!name) throw badRequest('need Dict names')
    if (!caller && !OPEN.has(name)) throw forbidden()
    const { page = 0, size = 10, label } = query
    const rows = (await entriesOf(db, [name])).filter((row) => !label || row.label.includes(label))
    return { content: rows.slice(page * size, (page + 1) * size).map(entryOf), totalElements: rows.length }
  },

  async getDictMap({ query }, { db }) {
    const names = (query.dictName ?? '')
      .split(/[,，]/)
      .map((name) => name.trim())
      .filter((name) => name !== '')
    if (names.length === 0) throw badRequest('need Dict names')
    const rows = await entriesOf(db, names)
    return Object.fromEntries(
      names.map((name) => [name, rows.filter((row) => row.dict_name === name).map(entryOf)]),
    )
  },
})
