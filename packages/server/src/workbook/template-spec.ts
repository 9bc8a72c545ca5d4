/** A division path down to the existing level: municipalities have no city. */
export interface TemplateRegion {
  province: string
  city?: string
  county?: string
}

export interface TemplateColumn {
  /** Machine name in the hidden row. The import identifies the column by it. */
  name: string
  caption: string
  group: string
  isRequired: boolean
  kind: 'text' | 'number' | 'date'
  unit?: string
  /** Width in characters. */
  width?: number
  /** Choices offered by the cell. */
  choices?: readonly string[]
  /** Division level offered by the cell, within the higher level in the same row. */
  region?: 'province' | 'city' | 'county'
  /** Text on the instruction sheet. */
  hint?: string
  sample?: string | number
}

export interface TemplateSpec {
  sheet: string
  title: string
  /** Short rules next to the title. */
  rules: string
  /** Comment on cell A1. */
  version: string
  columns: readonly TemplateColumn[]
  regions: readonly TemplateRegion[]
  withSample: boolean
}

/** Row positions in a template, from 1. */
export const templateRows = { title: 1, groups: 2, captions: 3, names: 4, sample: 5, firstData: 6 } as const

/** Number of rows prepared with formats and lists. */
export const PREPARED_ROWS = 2_000
