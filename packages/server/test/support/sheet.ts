import { openXlsx } from 'hucre/xlsx'

/** The line above the heading ends with its moment. */
const LINE = / · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: · [^·]+)?$/

/** A sheet of a workbook, by default the first: its line, its heading, its rows, and each column by its name. */
export async function sheetIn(workbook: Uint8Array, at = 0) {
  const sheet = (await openXlsx(workbook)).sheets[at]
  const all = sheet?.rows ?? []
  const line = LINE.test(String(all[0]?.[0])) ? String(all[0]?.[0]) : undefined
  const [heading = [], ...rows] = line === undefined ? all : all.slice(1)
  return { line, heading, rows, column: (name: string) => rows.map((row) => row[heading.indexOf(name)]) }
}

export const sheetOf = async (file: { blob: Blob }, at?: number) =>
  sheetIn(new Uint8Array(await file.blob.arrayBuffer()), at)
