import { openXlsx } from 'hucre/xlsx'

/** The first sheet of a downloaded workbook: its heading, its rows, and each column by its name. */
export async function sheetOf(file: { blob: Blob }) {
  const [sheet] = (await openXlsx(new Uint8Array(await file.blob.arrayBuffer()))).sheets
  const [heading = [], ...rows] = sheet?.rows ?? []
  return { heading, rows, column: (name: string) => rows.map((row) => row[heading.indexOf(name)]) }
}
