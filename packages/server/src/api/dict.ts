import { sql } from 'kysely'
import { recordTogether } from '../contract/audit.ts'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import { orderBy, pageAmong } from '../db/sql.ts'
import { may } from '../domain/caller.ts'
import { type EntryRow, entryOf } from '../domain/dict/entry.ts'
import { applyImport, planImport } from '../domain/dict/import.ts'
import { usageOf } from '../domain/dict/references.ts'
import { dictForm, exportDict } from '../domain/dict/workbook.ts'
import { createEntry, deleteEntry, updateEntry } from '../domain/dict/write.ts'
import { withUpload } from '../domain/files/upload.ts'
import { importOwners } from '../domain/owners/owner-sheet/apply.ts'
import { ownerForm } from '../domain/owners/owner-sheet/form.ts'
import { ownerExport, ownerTemplate } from '../domain/owners/owner-sheet/workbook.ts'
import { createOwner, mergeOwners, ownerUsage, updateOwner } from '../domain/owners/owners.ts'
import { readSheetList } from '../domain/sheet-list/read.ts'
import { badRequest, forbidden, notFound } from '../errors.ts'
import { XLSX } from '../workbook/index.ts'

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

/** One entry with the records that hold it. @throws HttpError 403, 404 */
async function withUsage(db: Db, rows: readonly EntryRow[], id: number, isManager: boolean) {
  if (!isManager) throw forbidden()
  const row = rows.find((each) => each.id === id)
  if (!row) throw notFound('字典项')
  const usage = await usageOf(db, row.dict_name, [row.value])
  return [{ ...entryOf(row), usage: usage.get(row.value) ?? [] }]
}

async function requireDictionary(db: Db, name: string) {
  const dict = await db.selectFrom('dict').selectAll().where('name', '=', name).executeTakeFirst()
  if (!dict) throw notFound('字典')
  return dict
}

export const dictHandlers = defineHandlers({
  async queryDictDetail({ query, caller }, { db }) {
    const name = query.dictName
    if (!name) throw badRequest('F-001', 'need Dict names', 'dictName')
    if (!caller && !OPEN.has(name)) throw forbidden()
    const { sort, label, usageOf: id } = query
    // Administrators also see disabled entries, to enable them again.
    const withDisabled = caller !== undefined && may(caller, 'accounts.manage')
    const found = await entriesOf(db, [name], { withDisabled, sort })
    if (id !== undefined)
      return { content: pageAmong(await withUsage(db, found, id, withDisabled), query), totalElements: 1 }
    const rows = found.filter((row) => !label || row.label.includes(label))
    return { content: pageAmong(rows, query).map(entryOf), totalElements: rows.length }
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

  async exportDict({ query }, { db, now }) {
    const dict = await requireDictionary(db, query.dictName)
    return { fileName: `${dict.title}.xlsx`, contentType: XLSX, content: await exportDict(db, dict, now()) }
  },

  async importDict({ query, upload }, { db, change }) {
    if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
    try {
      const dict = await requireDictionary(db, query.dictName)
      const sheet = await readSheetList(upload.path, dictForm)
      const { digest } = upload.fields
      if (digest === undefined) return await planImport(db, dict, sheet)
      return await change((trx) => applyImport(trx, dict, sheet, digest))
    } finally {
      await upload.discard()
    }
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

  async downloadOwnerWorkbook({ query }, { db, now }) {
    if (query.template)
      return { fileName: '业主与集团导入模板.xlsx', contentType: XLSX, content: await ownerTemplate() }
    return { fileName: '业主与集团.xlsx', contentType: XLSX, content: await ownerExport(db, now()) }
  },

  async importOwners({ upload, request }, services) {
    return withUpload(upload, async ({ path, fields }) => {
      const sheet = await readSheetList(path, ownerForm)
      return importOwners(services, sheet, fields['digest'], (trx, records) =>
        recordTogether(trx, request, 'importOwners', {
          ...{ action: '导入业主与集团', group: 'system', kind: 'OWNER' },
          records,
        }),
      )
    })
  },

  async deleteDictDetail({ path }, { change }) {
    await change((trx) => deleteEntry(trx, path.id))
  },
})
