import { boxesToday, type PlaceBoxes } from '@xinchu/validators'
import { placeBoxes } from '@xinchu/validators/place-boxes'
import type { Db } from '../../db/database.ts'
import { Dictionaries, type DictionaryEntry, loadEntries } from '../dict/lookup.ts'
import { projectFields } from '../es-project/columns.ts'

export interface RegionRow {
  code: string
  name: string
  shortName: string
  /** 1 province, 2 city, 3 county. */
  level: number
  parentCode: string | null
  /** Division of today that an ended one belongs to. */
  successorCode: string | null
  endedOn: string | null
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
    .select(['code', 'name', 'short_name as shortName', 'level', 'parent_code as parentCode'])
    .select(['successor_code as successorCode', 'ended_on as endedOn'])
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
  readonly #divided = new Set<string>()
  readonly #owners = new Map<string, number>()
  readonly dictionaries: Dictionaries
  /** Where the divisions of today lie. */
  readonly boxes: PlaceBoxes

  constructor({ regions, owners, entries }: ReferenceRows) {
    this.dictionaries = new Dictionaries(entries)
    this.boxes = boxesToday(placeBoxes, regions)
    const siblingsOf = ({ parentCode }: RegionRow) => {
      const siblings = this.#children.get(parentCode ?? '') ?? new Map()
      this.#children.set(parentCode ?? '', siblings)
      return siblings
    }
    const ended = regions.filter(({ endedOn }) => endedOn !== null)
    const current = regions.filter(({ endedOn }) => endedOn === null)
    for (const { parentCode } of current) this.#divided.add(parentCode ?? '')
    // A short name must not hide another division's full name, nor an ended division one of today.
    for (const group of [ended, current]) {
      for (const region of group) {
        this.#byCode.set(region.code, region)
        siblingsOf(region).set(plain(region.shortName), region)
      }
      for (const region of group) siblingsOf(region).set(plain(region.name), region)
    }
    for (const { id, label } of owners) this.#owners.set(plain(label), id)
  }

  /** Finds a division by code, or by full or short name directly below `parent`. Provinces have no parent. */
  region(text: string, parent: string | undefined): RegionRow | undefined {
    const named = this.#children.get(parent ?? '')?.get(plain(text))
    if (named) return named
    const coded = this.#byCode.get(plain(text))
    return coded && (coded.parentCode ?? undefined) === parent ? coded : undefined
  }

  /** The divisions of today directly below another. Provinces have no parent. */
  childrenOf(parent: string | undefined): RegionRow[] {
    const all = new Set(this.#children.get(parent ?? '')?.values())
    return [...all].filter(({ endedOn }) => endedOn === null)
  }

  /** Counties below the cities of a province that have this full or short name. */
  countiesOf(province: string, text: string): RegionRow[] {
    const cities = new Set(this.#children.get(province)?.values())
    return [...cities].flatMap(({ code }) => this.#children.get(code)?.get(plain(text)) ?? [])
  }

  /** The division that a text begins with, below a parent, and the rest of the text; the longest name counts. */
  beginning(text: string, parent: string | undefined): { region: RegionRow; rest: string } | undefined {
    const written = plain(text)
    let found: { region: RegionRow; rest: string } | undefined
    for (const [name, region] of this.#children.get(parent ?? '') ?? [])
      if (written.startsWith(name) && (!found || written.length - name.length < found.rest.length))
        found = { region, rest: written.slice(name.length) }
    return found
  }

  byCode(code: string | undefined): RegionRow | undefined {
    return code === undefined ? undefined : this.#byCode.get(code)
  }

  /** The division of today. */
  today(region: RegionRow): RegionRow {
    return this.byCode(region.successorCode ?? undefined) ?? region
  }

  hasDivisions(code: string): boolean {
    return this.#divided.has(code)
  }

  owner(text: string): number | undefined {
    return this.#owners.get(plain(text))
  }
}
