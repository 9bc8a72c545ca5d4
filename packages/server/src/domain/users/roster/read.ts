import { type ListLine, readSheetList, type SheetList } from '../../sheet-list/read.ts'
import { type RosterColumn, rosterForm } from './columns.ts'

/** One person of the workbook. */
export type RosterLine = ListLine<RosterColumn['name']>

/** A workbook as read. */
export type Roster = SheetList<RosterColumn['name']>

/** @throws WorkbookError if the file is no such workbook; HttpError 422 if it names nobody or too many */
export const readRoster = (path: string): Promise<Roster> => readSheetList(path, rosterForm)
