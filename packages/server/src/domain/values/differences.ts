import type { FieldSpec } from '@xinchu/validators'

/** The submitted content of a record: the contract's fields, without empty ones. */
export type Content = Readonly<Record<string, unknown>>

/** The fields of a record and of the rows that some of them hold. */
export interface Shape {
  fields: readonly FieldSpec[]
  rows: Readonly<Record<string, readonly FieldSpec[]>>
}

type Row = Readonly<Record<string, unknown>>

/** One difference. Rows are counted from 0: `from` in the old list, `to` in the new one. */
export type Difference =
  | { kind: 'CHANGED'; field: string; old: unknown; new: unknown }
  | { kind: 'CHANGED'; field: string; from: number; to: number; property: string; old: unknown; new: unknown }
  | { kind: 'MOVED'; field: string; from: number; to: number }
  | { kind: 'ADDED'; field: string; to: number; row: Row }
  | { kind: 'REMOVED'; field: string; from: number; row: Row }

/** Returns a text for comparison: the same for equal values, in any order of an object's properties. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== null)
  return `{${entries
    .map(([name, part]) => `${JSON.stringify(name)}:${textOf(part)}`)
    .sort()
    .join()}}`
}

const isSame = (a: unknown, b: unknown) => textOf(a) === textOf(b)

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value : [])

/** Returns a row's identity: its id, or all its texts and choices. Amounts and dates do not count. */
function nameOf(row: Row, specs: readonly FieldSpec[]): string {
  if (row['id'] !== undefined) return `#${textOf(row['id'])}`
  const named = specs.filter(({ kind }) => kind !== 'number' && kind !== 'integer' && kind !== 'date')
  return textOf(named.map(({ name }) => row[name]))
}

/** Pairs each old row with the new one that it became: by id or full content first, then by name. */
function pairRows(
  old: readonly Row[],
  now: readonly Row[],
  specs: readonly FieldSpec[],
): Map<number, number> {
  const pairs = new Map<number, number>()
  const taken = new Set<number>()
  const match = (keyOf: (row: Row) => string) => {
    const free = new Map<string, number[]>()
    now.forEach((row, to) => {
      if (!taken.has(to)) free.set(keyOf(row), [...(free.get(keyOf(row)) ?? []), to])
    })
    old.forEach((row, from) => {
      const to = pairs.has(from) ? undefined : free.get(keyOf(row))?.shift()
      if (to === undefined) return
      pairs.set(from, to)
      taken.add(to)
    })
  }
  match(textOf)
  match((row) => nameOf(row, specs))
  return pairs
}

/** The longest list of pairs whose rows kept their order. */
function inOrder(pairs: readonly (readonly [from: number, to: number])[]): Set<number> {
  const lengths: number[] = []
  const previous: (number | undefined)[] = []
  pairs.forEach(([, to], index) => {
    let best: number | undefined
    for (let before = 0; before < index; before += 1) {
      const isBefore = (pairs[before]?.[1] ?? 0) < to
      if (isBefore && (lengths[before] ?? 0) > (best === undefined ? 0 : (lengths[best] ?? 0))) best = before
    }
    previous.push(best)
    lengths.push(1 + (best === undefined ? 0 : (lengths[best] ?? 0)))
  })
  const kept = new Set<number>()
  let last: number | undefined = lengths.length ? lengths.indexOf(Math.max(...lengths)) : undefined
  while (last !== undefined) {
    kept.add(pairs[last]?.[0] ?? -1)
    last = previous[last]
  }
  return kept
}

function rowDifferences(
  field: string,
  old: readonly Row[],
  now: readonly Row[],
  specs: readonly FieldSpec[],
): Difference[] {
  const pairs = pairRows(old, now, specs)
  const kept = inOrder([...pairs].sort(([a], [b]) => a - b))
  const taken = new Set(pairs.values())
  const differences: Difference[] = []
  old.forEach((row, from) => {
    const to = pairs.get(from)
    if (to === undefined) {
      differences.push({ kind: 'REMOVED', field, from, row })
      return
    }
    if (!kept.has(from)) differences.push({ kind: 'MOVED', field, from, to })
    const became = now[to] ?? {}
    for (const property of new Set([...Object.keys(row), ...Object.keys(became)]))
      if (!isSame(row[property], became[property]))
        differences.push({
          kind: 'CHANGED',
          field,
          from,
          to,
          property,
          old: row[property],
          new: became[property],
        })
  })
  now.forEach((row, to) => {
    if (!taken.has(to)) differences.push({ kind: 'ADDED', field, to, row })
  })
  return differences
}

/** Differences between two contents, in the order of the fields. */
export function differencesOf(old: Content, now: Content, shape: Shape): Difference[] {
  return shape.fields.flatMap(({ name }): Difference[] => {
    if (isSame(old[name], now[name])) return []
    const specs = shape.rows[name]
    if (specs) return rowDifferences(name, rowsOf(old[name]), rowsOf(now[name]), specs)
    return [{ kind: 'CHANGED', field: name, old: old[name], new: now[name] }]
  })
}

function patchedRows(old: readonly Row[], differences: readonly Difference[]): Row[] {
  const gone = new Set<number>()
  const placed = new Map<number, Row>()
  const changed = old.map((row) => ({ ...row }))
  for (const each of differences)
    if (each.kind === 'CHANGED' && 'property' in each) {
      const row = changed[each.from]
      if (row) row[each.property] = each.new
    }
  for (const each of differences) {
    if (each.kind === 'REMOVED') gone.add(each.from)
    if (each.kind === 'ADDED') placed.set(each.to, each.row)
    if (each.kind === 'MOVED') {
      gone.add(each.from)
      placed.set(each.to, changed[each.from] ?? {})
    }
  }
  const others = changed.filter((_, from) => !gone.has(from))
  const rows: Row[] = []
  while (others.length > 0 || placed.has(rows.length)) {
    const next = placed.get(rows.length) ?? others.shift()
    if (next) rows.push(next)
  }
  return rows
}

/** Applies differences to the old content: the inverse of {@link differencesOf}. */
export function patched(old: Content, differences: readonly Difference[], shape: Shape): Content {
  const content: Record<string, unknown> = { ...old }
  for (const { name } of shape.fields) {
    const own = differences.filter(({ field }) => field === name)
    if (own.length === 0) continue
    const [only] = own
    content[name] =
      !shape.rows[name] && only?.kind === 'CHANGED' ? only.new : patchedRows(rowsOf(old[name]), own)
  }
  return content
}
