import type { WriteSheet } from 'hucre/xlsx'
import { columnLetter } from './column-letter.ts'
import type { TemplateColumn, TemplateRegion } from './template-spec.ts'

const DICTIONARY_SHEET = '_dict'
const REGION_SHEET = '_region'

/** A hidden sheet of choices, and the formulas that refer to it. */
export interface Lists {
  sheet: WriteSheet
  /** Formula of the choices for a cell of this column and row. */
  formulaOf(column: TemplateColumn, row: number): string | undefined
}

/** Lays columns of different lengths side by side. */
function transpose(columns: readonly (readonly string[])[]): (string | null)[][] {
  const height = Math.max(0, ...columns.map(({ length }) => length))
  return Array.from({ length: height }, (_, row) => columns.map((column) => column[row] ?? null))
}

/** Choices of each column that has any, below the column's machine name. */
export function dictionaryLists(columns: readonly TemplateColumn[]): Lists {
  const listed = columns.filter(({ choices }) => choices && choices.length > 0)
  return {
    sheet: {
      name: DICTIONARY_SHEET,
      hidden: true,
      rows: transpose(listed.map(({ name, choices = [] }) => [name, ...choices])),
    },
    formulaOf(column) {
      const at = listed.indexOf(column)
      if (at === -1) return undefined
      const letter = columnLetter(at + 1)
      return `${DICTIONARY_SHEET}!$${letter}$2:$${letter}$${1 + (column.choices?.length ?? 0)}`
    },
  }
}

function distinctPairs(pairs: readonly (readonly [parent: string, child: string | undefined])[]): string[][] {
  const children = new Map<string, Set<string>>()
  for (const [parent, child] of pairs) {
    const known = children.get(parent) ?? new Set()
    children.set(parent, known)
    if (child) known.add(child)
  }
  return [...children].flatMap(([parent, names]) => [...names].map((name) => [parent, name]))
}

/** Range of a key's children. Rows of one parent are adjacent, so MATCH and COUNTIF find them. */
function childrenOf(key: string, parents: string, children: string, height: number): string {
  const range = `${REGION_SHEET}!$${parents}$1:$${parents}$${height}`
  return `OFFSET(${REGION_SHEET}!$${children}$1,MATCH(${key},${range},0)-1,0,COUNTIF(${range},${key}),1)`
}

/** Provinces in A, cities by province in B and C, counties by province and city in D and E. */
export function regionLists(columns: readonly TemplateColumn[], regions: readonly TemplateRegion[]): Lists {
  const provinces = [...new Set(regions.map(({ province }) => province))]
  const cities = distinctPairs(regions.map(({ province, city }) => [province, city]))
  const counties = distinctPairs(
    regions.map(({ province, city = '', county }) => [`${province}${city}`, county]),
  )
  const letterOf = (level: TemplateColumn['region']) =>
    columnLetter(columns.findIndex(({ region }) => region === level) + 1)
  const halves = (pairs: readonly string[][]) => [
    pairs.map(([parent = '']) => parent),
    pairs.map(([, child = '']) => child),
  ]
  return {
    sheet: {
      name: REGION_SHEET,
      hidden: true,
      rows: transpose([provinces, ...halves(cities), ...halves(counties)]),
    },
    formulaOf({ region }, row) {
      const province = `$${letterOf('province')}${row}`
      const city = `$${letterOf('city')}${row}`
      if (region === 'province') return `${REGION_SHEET}!$A$1:$A$${provinces.length}`
      if (region === 'city') return childrenOf(province, 'B', 'C', cities.length)
      if (region === 'county') return childrenOf(`${province}&${city}`, 'D', 'E', counties.length)
      return undefined
    },
  }
}
