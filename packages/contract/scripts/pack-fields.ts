import type { Dictionary } from '../src/gen/dictionaries.ts'
import type { FieldSpec } from '../src/gen/fields.ts'

interface Tables {
  fields: Readonly<Record<string, readonly FieldSpec[]>>
  groups: Readonly<Record<string, Readonly<Record<string, string>>>>
  dictionaries: Readonly<Record<string, Dictionary>>
}

/** Numbers of equal values, in order of appearance. */
class Numbered {
  readonly values: unknown[] = []
  readonly #numbers = new Map<string, number>()

  of(value: unknown): number {
    const text = JSON.stringify(value)
    const number = this.#numbers.get(text) ?? this.values.push(value) - 1
    this.#numbers.set(text, number)
    return number
  }
}

const UNPACK = `
const pairs = (row) => row.flatMap((value, at) => (at % 2 ? [[packed.keys[row[at - 1]], value]] : []))
const specs = packed.specs.map(([name, caption, rest]) => ({
  name,
  caption,
  ...Object.fromEntries(pairs(packed.rests[rest])),
}))
const mapped = (table, read) => Object.fromEntries(Object.entries(table).map(([name, row]) => [name, read(row)]))
export const fields = /* @__PURE__ */ mapped(packed.fields, (row) => row.map((at) => specs[at]))
export const groups = packed.groups
export const dictionaries = /* @__PURE__ */ mapped(packed.dictionaries, ([title, closed, values]) => ({
  title,
  closed,
  values: values.map(([value, label, parent]) => (parent ? { value, label, parent } : { value, label })),
}))
`

/** A module with the same exports that states each spec, and what many specs have in common, once. */
export function packedFields({ fields, groups, dictionaries }: Tables): string {
  const rests = new Numbered()
  const specs = new Numbered()
  const keys = new Numbered()
  const pairsOf = (rest: object) => Object.entries(rest).flatMap(([key, value]) => [keys.of(key), value])
  const numberOf = ({ name, caption, ...rest }: FieldSpec) =>
    specs.of([name, caption, rests.of(pairsOf(rest))])
  const packed = {
    fields: Object.fromEntries(Object.entries(fields).map(([name, list]) => [name, list.map(numberOf)])),
    specs: specs.values,
    rests: rests.values,
    keys: keys.values,
    groups,
    dictionaries: Object.fromEntries(
      Object.entries(dictionaries).map(([name, { title, closed, values }]) => [
        name,
        [
          title,
          closed,
          values.map(({ value, label, parent }) => [value, label, ...(parent ? [parent] : [])]),
        ],
      ]),
    ),
  }
  return `const packed = ${JSON.stringify(packed)}\n${UNPACK}`
}
