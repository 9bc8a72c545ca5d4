import { wordsOf } from '@xinchu/validators/reading'
import { columnLetter } from '../../workbook/column-letter.ts'
import type { ImportColumn } from './columns.ts'
import { type Named, names } from './heading-candidates.ts'

/** What must be answered before a sheet is read. Without a column it concerns the whole sheet. */
export interface HeadingQuestion {
  code: 'C-071' | 'C-074' | 'C-076' | 'C-078' | 'C-079' | 'C-081'
  message: string
  /** Column from 0. */
  at?: number
}

const LENGTH = 500

const asked = (
  code: HeadingQuestion['code'],
  original: string,
  args: Readonly<Record<string, string>>,
  at?: number,
): HeadingQuestion => ({
  code,
  message: wordsOf({ code, original, args }).slice(0, LENGTH),
  ...(at === undefined ? {} : { at }),
})

/** Asks about the columns that mean the same, by their headings; of equal headings also by their letters. */
export function questionsOfTwins(
  named: readonly (Named | undefined)[],
  headings: readonly string[],
): HeadingQuestion[] {
  const seen = new Map<string, number>()
  return named.flatMap((each, at) => {
    if (!each) return []
    const { caption, name } = each.field
    const first = seen.get(name)
    if (first === undefined) {
      seen.set(name, at)
      return []
    }
    const isEqual = headings[first] === headings[at]
    const headingAt = (column: number) =>
      `${isEqual ? `${columnLetter(column + 1)} 列 ` : ''}${headings[column] ?? ''}`
    const args = { other: headingAt(at), caption }
    return [asked('C-076', headingAt(first), args, first), asked('C-076', headingAt(first), args, at)]
  })
}

/** Asks about a heading and the hidden name below it that do not mean the same. */
export const questionOfMismatch = (heading: string, name: string, { caption }: ImportColumn, at: number) =>
  asked('C-078', heading, { field: name, caption }, at)

export const questionOfUnit = (heading: string, unit: string, { spec }: ImportColumn, at: number) => {
  const question = asked('C-071', unit, { unit, own: spec.unit ?? '无单位' }, at)
  return { ...question, message: `列“${heading.slice(0, 40)}”：${question.message}`.slice(0, LENGTH) }
}

export const questionOfProposal = (heading: string, { caption }: ImportColumn, at: number) =>
  asked('C-074', heading, { caption }, at)

/** Names the columns that are missing, and the headings that are near to them. */
export function questionOfMissing(
  missing: readonly ImportColumn[],
  headings: readonly string[],
): HeadingQuestion {
  const near = headings.filter((heading) => names.near(heading).some((column) => missing.includes(column)))
  const words = near.length > 0 ? `。您是否指“${near.join('”“')}”？` : ''
  return asked('C-079', missing.map(({ caption }) => caption).join('、'), { near: words })
}

export const questionOfSheets = (count: number, sheets: string) =>
  asked('C-081', '', { count: String(count), sheets })
