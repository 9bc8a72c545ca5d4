import { writeXlsx } from 'hucre/xlsx'

export type Cell = string | number | undefined

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Widths in characters. */
const FIRST = 24
const OTHER = 16

/** Writes rows as a workbook with one sheet. Texts are never formulas. */
export async function workbookOf(name: string, rows: readonly (readonly Cell[])[]): Promise<Blob> {
  const count = Math.max(0, ...rows.map(({ length }) => length))
  const bytes = await writeXlsx({
    sheets: [
      {
        // A sheet's name has at most 31 characters, and none of these.
        name: name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31),
        columns: Array.from({ length: count }, (_, at) => ({ width: at === 0 ? FIRST : OTHER })),
        rows: rows.map((row) => row.map((cell) => cell ?? null)),
      },
    ],
  })
  return new Blob([bytes.slice()], { type: TYPE })
}
