/** A column of a sheet that is written. */
export interface SheetColumn {
  header: string
  /** Width in characters. */
  width?: number
  kind: 'text' | 'number' | 'date' | 'datetime' | 'boolean'
}

/** A column of text. @param width in characters */
export const textColumn = (header: string, width: number): SheetColumn => ({ header, kind: 'text', width })
