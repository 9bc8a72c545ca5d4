import type { Readable } from 'node:stream'
import type { Db } from '../../../db/database.ts'
import { annotatedWorkbook } from '../../../workbook/index.ts'
import type { Caller } from '../../caller.ts'
import { NOTES } from '../../sheet-list/read.ts'
import { checkRoster } from './check.ts'
import { SHEET } from './columns.ts'
import { readRoster } from './read.ts'

/** Returns the workbook with a column that says what is wrong in each row. */
export async function rosterErrors(db: Db, path: string, user: Caller): Promise<Readable> {
  const roster = await readRoster(path)
  const lines = await checkRoster(db, roster, user)
  const texts = new Map(
    lines.map(({ rowNo, errors }) => [rowNo, errors.map(({ message }) => message).join('；')]),
  )
  for (const rowNo of roster.headings) texts.set(rowNo, NOTES)
  return annotatedWorkbook(path, SHEET, {
    column: roster.notes,
    width: 80,
    textOf: async (rowNo) => texts.get(rowNo),
  })
}
