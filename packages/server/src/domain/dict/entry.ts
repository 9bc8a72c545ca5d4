import type { components } from '@xinchu/sdk/schema'

/** An entry of a dictionary with the dictionary's name. */
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

/** An entry as the contract has it. */
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
