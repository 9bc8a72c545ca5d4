import { nameKey } from './fold.ts'
import { likeness } from './likeness.ts'
import { finding, question, refusal, value } from './outcome.ts'
import type { Choice, Entry, Outcome } from './types.ts'

const MOST_NEAR = 5
const MOST_NAMED = 8
const LEAST_LIKENESS = 0.5
const SEPARATORS = /[、,，;；|\n]+/
const COMMON = /[、,，;；]+/
const VOLTAGE = 'voltage_level'

// Longer texts are no slip of a label.
const LONGEST = 60
const LONGEST_LIST = 300

const labelKeys = new WeakMap<Entry, string>()

/** The key of a label, computed once: many rows have the same slip. */
function keyOf(entry: Entry): string {
  const known = labelKeys.get(entry)
  if (known !== undefined) return known
  const key = nameKey(entry.label)
  labelKeys.set(entry, key)
  return key
}

/** Whether the signs of a short word occur in this order in a label: 国网 in 国家电网. */
function isShortFor(word: string, label: string): boolean {
  if (word.length < 2) return false
  let at = -1
  return [...word].every((sign) => {
    at = label.indexOf(sign, at + 1)
    return at >= 0
  })
}

/** The entries that a text may mean, best first. */
function nearest(text: string, entries: readonly Entry[]): Entry[] {
  if (text.length > LONGEST) return []
  const key = nameKey(text)
  return entries
    .map((entry) => {
      const label = keyOf(entry)
      return { entry, score: isShortFor(key, label) ? 1 : likeness(key, label) }
    })
    .filter(({ score }) => score >= LEAST_LIKENESS)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_NEAR)
    .map(({ entry }) => entry)
}

/** Other spellings of a value: its code beside its label, a voltage with other words, digits with a needless point. */
function spelled(key: string, dict: string, entries: readonly Entry[]): Entry | undefined {
  const beside = entries.find((entry) => {
    const code = nameKey(entry.value)
    return key.startsWith(code) && key.slice(code.length).replace(/^[-—_.:：、]/, '') === keyOf(entry)
  })
  if (beside) return beside
  const digits = dict === VOLTAGE ? key.replace(/^(?:AC|交流)/, '').replace(/(?:KV|千伏)$/, '') : key
  const plain = digits.replace(/^(\d+)\.0+$/, '$1')
  return plain === key ? undefined : entries.find(({ value: code }) => code === plain)
}

type Found = { entry: Entry; isExact: boolean }

function found(text: string, dict: string, entries: readonly Entry[]): Found | undefined {
  if (text.length > LONGEST) return undefined
  const key = nameKey(text)
  const exact = entries.find((entry) => keyOf(entry) === key || nameKey(entry.value) === key)
  if (exact) return { entry: exact, isExact: true }
  const other = spelled(key, dict, entries)
  return other && { entry: other, isExact: false }
}

type Choose = (entry: Entry) => Pick<Choice, 'value' | 'written'>

const alone: Choose = ({ value: code, label }) => ({ value: code, written: label })

function unknown(text: string, entries: readonly Entry[], choose: Choose): Outcome {
  const near = nearest(text, entries)
  if (near.length > 0)
    return question(
      'C-061',
      text,
      near.map((entry) => ({ ...choose(entry), text: entry.label })),
    )
  const allowed = entries.slice(0, MOST_NAMED).map(({ label }) => label)
  const more = entries.length > MOST_NAMED ? ' 等' : ''
  return refusal('F-019', text, { allowed: `${allowed.join('、')}${more}` })
}

/** Reads a value of a dictionary. */
export function readChoice(text: string, dict: string, entries: readonly Entry[]): Outcome {
  const one = found(text, dict, entries)
  if (!one) return unknown(text, entries, alone)
  return value(one.entry.value, one.isExact ? undefined : finding('C-060', text, { label: one.entry.label }))
}

/** Reads several values of a dictionary. A whole label may hold a separator. */
export function readChoices(text: string, dict: string, entries: readonly Entry[]): Outcome {
  const whole = found(text, dict, entries)
  if (whole) return value([whole.entry.value])
  if (text.length > LONGEST_LIST) return unknown(text, entries, alone)
  const parts = text
    .split(SEPARATORS)
    .flatMap((part) => (found(part, dict, entries) ? [part] : part.split('/')))
    .filter((part) => part.trim() !== '')
  const each = parts.map((part) => ({ part, found: found(part, dict, entries) }))
  const missing = each.find((one) => !one.found)
  if (missing) {
    // Only the part is asked about; the others stay as they are written.
    const choose: Choose = (entry) => ({
      value: [...new Set(each.flatMap((one) => (one === missing ? entry : (one.found?.entry ?? []))))].map(
        ({ value: code }) => code,
      ),
      written: each.map((one) => (one === missing ? entry.label : one.part.trim())).join('、'),
    })
    return unknown(missing.part.trim(), entries, choose)
  }
  const taken = each.flatMap((one) => one.found?.entry ?? [])
  const labels = [...new Set(taken.map(({ label }) => label))]
  const isPlain = each.every((one) => one.found?.isExact) && parts.length === text.split(COMMON).length
  const note = isPlain ? undefined : finding('C-060', text, { label: labels.join('、') })
  return value([...new Set(taken.map(({ value: code }) => code))], note)
}

const YES = new Map([
  ...['是', '1', 'TRUE', 'Y'].map((key): [string, boolean] => [key, true]),
  ...['否', '0', 'FALSE', 'N'].map((key): [string, boolean] => [key, false]),
])
const ALSO_YES = new Map([
  ...['√', '✓', '✔', '☑', 'YES', 'T', '对', '有'].map((key): [string, boolean] => [key, true]),
  ...['NO', 'F', '不是'].map((key): [string, boolean] => [key, false]),
])

/** Reads yes or no. */
export function readFlag(text: string): Outcome {
  const key = nameKey(text)
  const plain = YES.get(key)
  if (plain !== undefined) return value(plain)
  const other = ALSO_YES.get(key)
  if (other === undefined) return refusal('P-018', text)
  return value(other, finding('C-060', text, { label: other ? '是' : '否' }))
}
