import { openXlsx } from 'hucre/xlsx'

/** A sheet of a workbook, by default the first: its heading, its rows, and each column by its name. */
export async function sheetIn(workbook: Uint8Array, at = 0) {
  const sheet = (await openXlsx(workbook)).sheets[at]
  const [heading = [], ...rows] = sheet?.rows ?? []
  return { heading, rows, column: (name: string) => rows.map((row) => row[heading.indexOf(name)]) }
}

export const sheetOf = async (file: { blob: Blob }, at?: number) =>
  sheetIn(new Uint8Array(await file.blob.arrayBuffer()), at)
