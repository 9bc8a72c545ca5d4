import { normalisedName } from '../name.ts'
import { coreName, type Subject } from './subject.ts'

// Characters common in names of this field. A pair of them carries little information.
const FREQUENT = new Set(
  '电网侧用户共享独立光伏风新能源配套建集中式化学池智慧一体产业园区工科技公司厂站场镇乡村县市东西南北中大期段级储力发变热水',
)
// Two names with a Dice similarity of 0.75 share one of their first 0.4 n + 1 of n pairs, if both use the same order.
const SHARE = 0.4

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 units. Gives a neutral order that must never change, because keys are stored. */
function hash(text: string): number {
  let value = FNV_OFFSET
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME)
  return value >>> 0
}

interface Pair {
  text: string
  rarity: number
  hash: number
}

function pairOf(text: string): Pair {
  let rarity = 0
  for (const letter of text) rarity += FREQUENT.has(letter) ? 0 : 1
  return { text, rarity, hash: hash(text) }
}

/** Character pairs of a name. A repeated pair counts as a different one. */
function pairsOf(letters: readonly string[]): Pair[] {
  const counts = new Map<string, number>()
  const texts =
    letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return texts.map((text) => {
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return pairOf(count === 1 ? text : `${text}${count}`)
  })
}

const inOrder = (a: Pair, b: Pair) =>
  b.rarity - a.rarity || a.hash - b.hash || (a.text < b.text ? -1 : Number(a.text > b.text))

/**
 * Search keys for similar names within a province: some character pairs of the name without phase and capacity, rarest
 * first. Few names share a key, and two similar names share at least one.
 */
export function nameKeys({
  province_code,
  normalised_name,
}: Pick<Subject, 'province_code' | 'normalised_name'>): string[] {
  const letters = [...coreName({ normalised_name })]
  if (letters.length === 0) return []
  const pairs = pairsOf(letters).sort(inOrder)
  const count = Math.floor(SHARE * pairs.length) + 1
  return pairs.slice(0, count).map(({ text }) => province_code + text)
}

/**
 * Computes the columns used to compare a project's name.
 * @param places full and short names of the project's province, city and county
 */
export function nameColumns(
  name: string,
  places: readonly string[],
  province_code: string,
): { normalised_name: string; name_keys: string[] } {
  const normalised_name = normalisedName(name, places)
  return { normalised_name, name_keys: nameKeys({ province_code, normalised_name }) }
}
