import { type FileFacts, fileLine, type SourcePart, sourceCaptions } from '@xinchu/validators'
import type { Cell } from '../../../lib/workbook.ts'
import type { Context } from './context.ts'

interface AnswerColumn {
  name: string
  caption: string
  unit?: string
  /** Labels of the codes in the column. */
  labels?: Readonly<Record<string, string>>
}

/** A page's address with `.json`. */
export interface PageAnswer {
  title: string
  /** Period, status, total, source and moment. */
  meta: FileFacts
  source: Readonly<Partial<Record<SourcePart['name'], string>>>
  columns: readonly AnswerColumn[]
  rows: readonly Readonly<Record<string, unknown>>[]
}

/** Units whose amounts add up over projects. */
const ADDED: ReadonlySet<string | undefined> = new Set(['MW', 'MWh'])
const DECIMALS = 4

function cellOf({ labels = {} }: AnswerColumn, value: unknown): Cell {
  if (typeof value === 'string') return labels[value] ?? value
  if (typeof value === 'number') return value
  return typeof value === 'boolean' ? (value ? '是' : '否') : undefined
}

function totalOf({ columns, rows }: PageAnswer): Cell[] {
  return columns.map(({ name, unit }, at) => {
    if (at === 0) return `合计 ${rows.length} 行`
    if (!ADDED.has(unit)) return undefined
    const sum = rows.reduce((all, row) => all + (Number(row[name]) || 0), 0)
    return Number(sum.toFixed(DECIMALS))
  })
}

/** The line of origin. It is the reply's, because a figure may be of another period than its page. */
const originOf = ({ source }: PageAnswer) =>
  Object.entries(source)
    .map(([name, text]) => `${sourceCaptions[name as SourcePart['name']]} ${text}`) // the keys of the record
    .join('；')

/** Rows of the file of a list that the server answers whole: what it is in a line, title, conditions, origin, head, rows, total and source. */
export function answerRows(
  answer: PageAnswer,
  { title, conditions, notes = [], isSample, platform }: Context,
): Cell[][] {
  const { columns, rows } = answer
  return [
    [fileLine(answer.meta)],
    [title ? `${title}　${answer.title}` : answer.title],
    [`条件：${conditions}`],
    [originOf(answer)],
    [],
    columns.map(({ caption, unit }) => (unit ? `${caption}（${unit}）` : caption)),
    ...rows.map((row) => columns.map((column) => cellOf(column, row[column.name]))),
    totalOf(answer),
    [],
    ...notes.map((each) => [each]),
    [`来源：${platform}${isSample ? '。演示数据，不代表官方统计' : ''}`],
  ]
}
