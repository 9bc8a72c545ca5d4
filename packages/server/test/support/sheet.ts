import { openXlsx } from 'hucre/xlsx'

/** The first sheet of a workbook: its heading, its rows, and each column by its name. */
export async function sheetIn(workbook: Uint8Array) {
  const [sheet] = (await openXlsx(workbook)).sheets
  const [heading = [], ...rows] = sheet?.rows ?? []
  return { heading, rows, column: (name: string) => rows.map((row) => row[heading.indexOf(name)]) }
}

export const sheetOf = async (file: { blob: Blob }) => sheetIn(new Uint8Array(await file.blob.arrayBuffer()))
