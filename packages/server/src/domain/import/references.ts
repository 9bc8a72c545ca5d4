import type { Db } from '../../db/database.ts'
import { Dictionaries, type DictionaryEntry, loadEntries } from '../dict/lookup.ts'
import { projectFields } from '../es-project/columns.ts'

export interface RegionRow {
  code: string
  name: string
  shortName: string
  parentCode: string | null
}

/** Entities that cells reference by name, as plain data for a thread. */
export interface ReferenceRows {
  regions: readonly RegionRow[]
  owners: readonly { id: number; label: string }[]
  entries: readonly DictionaryEntry[]
}

/** Dictionaries of a project's fields. */
export const projectDictionaries = projectFields.flatMap(({ dict }) => dict ?? [])

/** @returns all divisions, owner groups and entries of a project's dictionaries */
export async function loadReferences(db: Db): Promise<ReferenceRows> {
  const regions = await db
    .selectFrom('region')
    .select(['code', 'name', 'short_name as shortName', 'parent_code as parentCode'])
    .orderBy('code')
    .execute()
  const owners = await db.selectFrom('owner_dict').select(['id', 'label']).execute()
  return { regions, owners, entries: await loadEntries(db, projectDictionaries) }
}

const plain = (name: string): string => name.normalize('NFKC').replace(/\s/g, '')

/** Resolves divisions, groups and dictionary entries from cell texts. */
export class References {
  readonly #byCode = new Map<string, RegionRow>()
  readonly #children = new Map<string, Map<string, RegionRow>>()
  readonly #owners = new Map<string, number>()
  readonly dictionaries: Dictionaries

  constructor({ regions, owners, entries }: ReferenceRows) {
    this.dictionaries = new Dictionaries(entries)
    for (const region of regions) {
      this.#byCode.set(region.code, region)
      const siblings = this.#children.get(region.parentCode ?? '') ?? new Map()
      this.#children.set(region.parentCode ?? '', siblings)
      siblings.set(plain(region.shortName), region)
    }
    // A short name must not hide another division's full name.
    for (const region of regions) this.#children.get(region.parentCode ?? '')?.set(plain(region.name), region)
    for (const { id, label } of owners) this.#owners.set(plain(label), id)
  }

  /** Finds a division by code, or by full or short name directly below `parent`. Provinces have no parent. */
  region(text: string, parent: string | undefined): RegionRow | undefined {
    const named = this.#children.get(parent ?? '')?.get(plain(text))
    if (named) return named
    const coded = this.#byCode.get(plain(text))
    return coded && (coded.parentCode ?? undefined) === parent ? coded : undefined
  }

  byCode(code: string | undefined): RegionRow | undefined {
    return code === undefined ? undefined : this.#byCode.get(code)
  }

  hasDivisions(code: string): boolean {
    return this.#children.has(code)
  }

  owner(text: string): number | undefined {
    return this.#owners.get(plain(text))
  }
}
