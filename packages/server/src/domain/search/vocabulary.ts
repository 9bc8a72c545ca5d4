import { dictionaries } from '@xinchu/contract/dictionaries'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { loadLabels } from '../dict/labels.ts'
import { normalise } from '../text-search/bigrams.ts'

/** Meaning of a word: filters of the project list, with values as text. */
export interface Meaning {
  label: string
  filters: Readonly<Record<string, string>>
}

/** Meanings by folded word. */
export type Vocabulary = ReadonlyMap<string, Meaning>

// Further words for entries of dictionaries, as people say them.
const ALSO: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  tech_type: {
    '01': ['锂离子', '锂电', '锂电池'],
    '02': ['钠离子', '钠电', '钠电池'],
    '03': ['液流'],
    '04': ['铅酸', '铅炭', '铅酸电池', '铅炭电池'],
    '08': ['储热', '储冷'],
    '09': ['氢储能', '氨储能', '储氢'],
    '10': ['超级电容', '超容'],
  },
  tech_sub_type: {
    '0101': ['铁锂', '磷酸铁锂电池', 'lfp'],
    '0301': ['全钒', '全钒液流电池', '钒液流'],
    '0501': ['盐穴'],
  },
  build_status: {
    '2': ['备案'],
    '3': ['建设中'],
    '4': ['投运', '投产'],
  },
  app_sub_scenario: {
    '11': ['新能源配储'],
    '12': ['火储联合', '火储'],
    '23': ['电网替代型储能'],
    '31': ['工商业储能'],
    '33': ['光储充', '充换电站'],
    '34': ['微电网', '源网荷储', '源网荷储一体化'],
    '38': ['户用储能'],
  },
}

const DICTS = [
  { dict: 'tech_sub_type', filter: 'techSubType', title: '细分技术' },
  { dict: 'tech_type', filter: 'techType', title: '技术路线' },
  { dict: 'app_sub_scenario', filter: 'appSubScenario', title: '应用场景' },
  { dict: 'build_status', filter: 'buildStatus', title: '建设状态' },
] as const

const PLACES = ['provinceCode', 'cityCode', 'countyCode'] as const
const ENDING = /(?:储能|电池)$/u
const LEAST = 2
const OTHER = '其他'

interface Place {
  code: string
  name: string
  short_name: string
  level: number
}

class Words {
  readonly meanings = new Map<string, Meaning>()
  readonly #unclear = new Set<string>()

  /** Adds a word unless an earlier entry has it. */
  add(word: string, meaning: Meaning): void {
    const folded = normalise(word)
    if ([...folded].length < LEAST || this.#unclear.has(folded) || this.meanings.has(folded)) return
    this.meanings.set(folded, meaning)
  }

  /** Words that mean several things mean nothing. */
  refuse(words: Iterable<string>): void {
    for (const word of words) this.#unclear.add(normalise(word))
  }
}

/** Words that occur more than once. */
function repeated(words: readonly string[]): string[] {
  const seen = new Set<string>()
  return words.filter((word) => seen.has(word) || !seen.add(word))
}

/** Adds places, larger ones first, so that 吉林 is the province. A name that several places of a level share means none. */
function addPlaces(words: Words, places: readonly Place[]): void {
  for (const [index, filter] of PLACES.entries()) {
    const level = places.filter((place) => place.level === index + 1)
    words.refuse(repeated(level.flatMap(({ name, short_name }) => [...new Set([name, short_name])])))
    for (const { code, name, short_name } of level)
      for (const word of [name, short_name])
        words.add(word, { label: `地区：${name}`, filters: { [filter]: code } })
  }
}

/** Sides such as 电网侧 are all the scenarios of the side. */
function addSides(words: Words): void {
  const scenarios = dictionaries.app_sub_scenario.values
  for (const { value, label } of dictionaries.app_scenario.values) {
    const values = scenarios.filter(({ parent }) => parent === value).map((each) => each.value)
    words.add(label, { label: `应用场景：${label}`, filters: { appSubScenario: values.join(',') } })
  }
}

/** Loads the words that the platform's divisions, dictionaries and owners give a meaning. */
export async function loadVocabulary(db: Db): Promise<Vocabulary> {
  const words = new Words()
  // An ended division is known by its name unless one of today has it.
  const places = await sql<Place>`
    select code, name, short_name, level from region r
    where ended_on is null or not exists (select 1 from region n
      where n.ended_on is null and (n.name = r.name or n.short_name = r.short_name))
    order by code`.execute(db)
  addPlaces(words, places.rows)
  const labels = await loadLabels(db)
  for (const { dict, filter, title } of DICTS) {
    for (const [value, label] of labels.get(dict) ?? []) {
      const also = ALSO[dict]?.[value] ?? []
      const own = label.startsWith(OTHER) ? [] : [label, ...label.split('/'), label.replace(ENDING, '')]
      for (const word of [...own, ...also])
        words.add(word, { label: `${title}：${label}`, filters: { [filter]: value } })
    }
  }
  addSides(words)
  const owners = await db.selectFrom('owner_dict').select(['id', 'label', 'short_name']).execute()
  for (const { id, label, short_name } of owners)
    for (const word of label.startsWith(OTHER) ? [] : [label, short_name ?? ''])
      words.add(word, { label: `投资主体：${label}`, filters: { ownerGroupId: String(id) } })
  return words.meanings
}
