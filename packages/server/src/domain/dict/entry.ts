import type { components } from '@xinchu/contract/schema'

/** A dictionary entry with its dictionary's name. */
export interface EntryRow {
  id: number
  dict_id: number
  dict_name: string
  value: string
  label: string
  parent: string | null
  dict_sort: number
  enabled: boolean
  version: number
}

/** Converts an entry to the contract's shape. */
export const entryOf = (row: EntryRow): components['schemas']['DictEntry'] => ({
  id: row.id,
  dict: { id: row.dict_id, name: row.dict_name },
  dictName: row.dict_name,
  value: row.value,
  label: row.label,
  dictSort: row.dict_sort,
  enabled: row.enabled,
  version: row.version,
  ...(row.parent ? { parent: row.parent } : {}),
})
