import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A dictionary entry for checks. */
export interface DictionaryEntry {
  dict: string
  value: string
  label: string
  enabled: boolean
}

/** Reason why a value may not be used: no entry has it, or its entry is disabled. */
export type DictionaryProblem = 'dictionary' | 'retired'

const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

/** Current dictionary entries. The only place that decides whether a value may be used. */
export class Dictionaries {
  readonly #byValue = new Map<string, Map<string, DictionaryEntry>>()
  readonly #byText = new Map<string, Map<string, DictionaryEntry>>()

  constructor(entries: readonly DictionaryEntry[]) {
    for (const entry of entries) {
      mapOf(this.#byValue, entry.dict).set(entry.value, entry)
      const texts = mapOf(this.#byText, entry.dict)
      // A disabled entry must not hide an enabled one of the same label.
      if (entry.enabled || !texts.has(plain(entry.label))) texts.set(plain(entry.label), entry)
    }
    // Another entry's label must not hide a value.
    for (const entry of entries) mapOf(this.#byText, entry.dict).set(plain(entry.value), entry)
  }

  /** Reason why a value may not be used in a new record. */
  problemOf(dict: string, value: string): DictionaryProblem | undefined {
    const entry = this.#byValue.get(dict)?.get(value)
    if (!entry) return 'dictionary'
    return entry.enabled ? undefined : 'retired'
  }

  /** Entries of a dictionary that new records may use, in its order. */
  entriesOf(dict: string): DictionaryEntry[] {
    return [...(this.#byValue.get(dict)?.values() ?? [])].filter(({ enabled }) => enabled)
  }

  /** Resolves a text, which may be a value or a label, to a value. */
  valueOf(dict: string, text: string): string | undefined {
    return this.#byText.get(dict)?.get(plain(text))?.value
  }
}

function mapOf(maps: Map<string, Map<string, DictionaryEntry>>, dict: string): Map<string, DictionaryEntry> {
  const known = maps.get(dict) ?? new Map<string, DictionaryEntry>()
  maps.set(dict, known)
  return known
}

/** Reads entries of dictionaries in one query, optionally only those of given values. */
export async function loadEntries(
  db: Db,
  dicts: readonly string[],
  values?: readonly string[],
): Promise<DictionaryEntry[]> {
  const among = values ? sql`and e.value = any(${[...new Set(values)]}::text[])` : sql``
  const { rows } = await sql<DictionaryEntry>`
    select d.name as dict, e.value, e.label, e.enabled from dict_entry e join dict d on d.id = e.dict_id
    where d.name = any(${[...new Set(dicts)]}::text[]) ${among} order by e.dict_sort, e.id`.execute(db)
  return rows
}
