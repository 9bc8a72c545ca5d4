import { AT_PRESENT, fileLine, totalWords } from '@xinchu/validators'
import { dateTime } from '../runtime/time.ts'

/** The first line of a list's workbook, whose records are as they are now. */
export const listLine = (source: string, total: number, now: Date, unit = '条'): string =>
  fileLine({ period: AT_PRESENT, total: totalWords(total, unit), source, moment: dateTime(now) })
