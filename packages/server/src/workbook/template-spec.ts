/** A division down to the level that exists: municipalities have no city. */
export interface TemplateRegion {
  province: string
  city?: string
  county?: string
}

export interface TemplateColumn {
  /** The machine name in the hidden row, by which the import knows the column. */
  name: string
  caption: string
  group: string
  isRequired: boolean
  kind: 'text' | 'number' | 'date'
  unit?: string
  /** Width in characters. */
  width?: number
  /** What the cell offers in a list. */
  choices?: readonly string[]
  /** The level of division that the cell offers, within the level above in the same row. */
  region?: 'province' | 'city' | 'county'
  /** What the sheet of instructions says on it. */
  hint?: string
  sample?: string | number
}

export interface TemplateSpec {
  sheet: string
  title: string
  /** Short rules beside the title. */
  rules: string
  /** Noted on cell A1. */
  version: string
  columns: readonly TemplateColumn[]
  regions: readonly TemplateRegion[]
  withSample: boolean
}

/** Where things stand in a template, counted from 1. */
export const templateRows = { title: 1, groups: 2, captions: 3, names: 4, sample: 5, firstData: 6 } as const

/** How many rows are prepared with formats and lists. */
export const PREPARED_ROWS = 2_000
