/** A column of a sheet that is written. */
export interface SheetColumn {
  header: string
  /** Width in characters. */
  width?: number
  kind: 'text' | 'number' | 'date' | 'datetime' | 'boolean'
}
