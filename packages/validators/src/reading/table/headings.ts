import { nameKey } from '../fold.ts'
import { likeness, pairLikeness } from '../likeness.ts'
import { factorOf } from '../units.ts'
import { aliases, vagueNames } from './aliases.ts'

/** A field as its column may be headed. */
export interface HeadingField {
  /** Machine name of the column. */
  name: string
  caption: string
  spec: { readonly name: string; readonly unit?: string | undefined }
}

/** A heading taken apart: its name, and the unit that it names in brackets or behind a stroke. */
export interface HeadingParts {
  name: string
  unit?: string
}

export interface NamedField<F extends HeadingField> {
  field: F
  /** By the machine name, the caption of the contract, or another name for it. */
  by: 'machine' | 'caption' | 'alias'
}

/** A field that a heading may mean, by the likeness of names from 0 to 1. */
export interface LikelyField<F extends HeadingField> {
  field: F
  likeness: number
  /** The unit of the heading, if the field takes it. */
  unit?: string
}

const LEAST_LIKENESS = 0.5
// Less than an equal name, more than one that is only like it.
const VAGUE = 0.9
const MOST_NEAR = 3
const LONGEST = 60

const IN_BRACKETS = /^(.*?)[（(【[［〔]([^（()）【】[\]［］〔〕]*)[)）】\]］〕]\s*$/su
const BEHIND_STROKE = /^(.+)[/／]\s*([^/／]+)$/su
const NUMBERING = /^(?:[（(]?\d{1,2}[)）]|\d{1,2}[.、．]|[一二三四五六七八九十]{1,2}、)/u

/** A heading as it is compared: without width, case, blanks, marks of required fields and numbering. */
const headingKey = (text: string): string => nameKey(text.replace(/[*＊●★]/gu, '')).replace(NUMBERING, '')

/** Brackets of any kind as one kind, since a caption may hold some. */
const withPlainBrackets = (key: string): string =>
  key
    .replace(/[［【〔[]/gu, '(')
    .replace(/[］】〕\]]/gu, ')')
    .replaceAll('，', ',')

const keyOf = (text: string): string => withPlainBrackets(headingKey(text))

/** Takes a heading apart. What stands in its brackets is a unit only where the field says so. */
export function headingParts(text: string): HeadingParts[] {
  const whole = text.trim()
  const parts: HeadingParts[] = [{ name: whole }]
  for (const pattern of [IN_BRACKETS, BEHIND_STROKE]) {
    const [, name = '', unit = ''] = pattern.exec(whole) ?? []
    if (name.trim() !== '') parts.push({ name, unit: unit.trim() })
  }
  return parts
}

/** Finds fields by the headings of columns. */
export class HeadingNames<F extends HeadingField> {
  readonly #fields: readonly F[]
  readonly #byKey = new Map<string, NamedField<F>>()

  constructor(fields: readonly F[]) {
    this.#fields = fields
    // In this order: a name of its own wins over one that another field may also be called by.
    for (const field of fields) this.#add(field.caption, { field, by: 'caption' })
    for (const field of fields) {
      this.#add(field.name, { field, by: 'machine' })
      this.#add(field.spec.name, { field, by: 'machine' })
    }
    for (const field of fields)
      for (const name of aliases[field.name] ?? []) this.#add(name, { field, by: 'alias' })
  }

  #add(name: string, named: NamedField<F>): void {
    const key = keyOf(name)
    if (!this.#byKey.has(key)) this.#byKey.set(key, named)
  }

  /** The field that a heading names, with the unit that the heading has; undefined for none. */
  find(text: string): (NamedField<F> & { unit?: string }) | undefined {
    if (text.length > LONGEST) return undefined
    for (const { name, unit } of headingParts(text)) {
      const named = this.#byKey.get(keyOf(name))
      if (!named) continue
      if (unit === undefined) return named
      // Behind a stroke only a unit is left out: 市/州 is a name.
      const isUnit = factorOf(unit, named.field.spec) !== undefined
      if (isUnit) return { ...named, unit }
      if (IN_BRACKETS.test(text)) return named
    }
    return undefined
  }

  /** Fields that a heading may mean, best first. */
  near(text: string): F[] {
    const key = keyOf(headingParts(text).at(-1)?.name ?? text)
    if (key.length < 2 || key.length > LONGEST) return []
    return this.#fields
      .map((field) => {
        const names = [field.caption, ...(aliases[field.name] ?? [])]
        return { field, score: Math.max(...names.map((name) => likeness(key, keyOf(name)))) }
      })
      .filter(({ score }) => score >= LEAST_LIKENESS)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_NEAR)
      .map(({ field }) => field)
  }

  /** All fields with the likeness of their names to a heading. A field that cannot have the heading's unit is left out. */
  likely(text: string): LikelyField<F>[] {
    const parts = headingParts(text)
    return this.#fields.flatMap((field) => {
      const units = parts.flatMap(({ unit }) => (unit === undefined ? [] : [unit]))
      const unit = units.find((each) => factorOf(each, field.spec) !== undefined)
      const isForeign = unit !== undefined && factorOf(unit, field.spec) === 'foreign'
      if (isForeign) return []
      const keys = parts.map(({ name }) => keyOf(name))
      const found = Math.max(...keys.map((key) => this.#likeness(key, field)))
      return [{ field, likeness: found, ...(unit === undefined ? {} : { unit }) }]
    })
  }

  #likeness(key: string, field: F): number {
    if (key.length > LONGEST) return 0
    if (vagueNames[field.name]?.some((name) => keyOf(name) === key)) return VAGUE
    const names = [field.caption, ...(aliases[field.name] ?? [])]
    return Math.max(...names.map((name) => pairLikeness(key, keyOf(name))))
  }
}
