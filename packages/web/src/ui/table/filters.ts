import { filtersOf, type ListSearch } from '../../lib/list-search.ts'
import type { PickOption } from '../form/pick-list.tsx'

/** One filter of a list. `name` is the query parameter. */
export type Filter<Name extends string = string> = { label: string } & (
  | { kind: 'text'; name: Name; placeholder?: string }
  /** One or several dictionary values. */
  | { kind: 'dict' | 'dicts'; name: Name; dict: string }
  | { kind: 'options'; name: Name; options: readonly PickOption[] }
  | { kind: 'owner'; name: Name }
  /** provinceCode, cityCode and countyCode. */
  | { kind: 'region' }
  /** From and to. */
  | { kind: 'numbers'; names: readonly [Name, Name]; unit?: string }
  | { kind: 'dates'; names: readonly [Name, Name] }
  /** A calendar year. */
  | { kind: 'year'; name: Name }
  /** True if checked. A screen that shows it as a chip leaves it out of the bar. */
  | { kind: 'flag'; name: Name; isChip?: boolean }
)

export const REGION_NAMES = ['provinceCode', 'cityCode', 'countyCode'] as const

/** Whether a filter is shown as a chip by the screen instead of as a control of the bar. */
export const isChip = (filter: Filter): boolean => filter.kind === 'flag' && filter.isChip === true

/** All parameter names of a filter. */
export function namesOf(filter: Filter): readonly string[] {
  if (filter.kind === 'region') return REGION_NAMES
  return 'names' in filter ? filter.names : [filter.name]
}

const NUMERIC: ReadonlySet<Filter['kind']> = new Set(['numbers', 'year', 'owner'])

function conditionOf(kind: Filter['kind'], text: string): unknown {
  if (kind === 'dicts') return text.split(',')
  if (kind === 'flag') return text === 'true' || undefined
  if (NUMERIC.has(kind)) return Number.isFinite(Number(text)) ? Number(text) : undefined
  return text
}

/** Converts a URL's filters to query parameters. Unknown names are dropped. */
export function conditionsOf(filters: readonly Filter[], search: ListSearch): Record<string, unknown> {
  const texts = filtersOf(search)
  const conditions: Record<string, unknown> = {}
  for (const filter of filters) {
    for (const name of namesOf(filter)) {
      const text = texts[name]
      const value = text === undefined ? undefined : conditionOf(filter.kind, text)
      if (value !== undefined) conditions[name] = value
    }
  }
  return conditions
}
