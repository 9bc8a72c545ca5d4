import { type Column, plainOf } from './column.ts'

/** Sums of the rows of a list, or of those that are selected. */
export interface Totals {
  /** Which rows they are, such as `全部 2,538 件`. */
  of: string
  /** By column; undefined if the sum is not known. */
  sums: Readonly<Record<string, number | undefined>>
}

interface Summed<Row> {
  columns: readonly Column<Row>[]
  total: number
  counter?: string
  /** Sums of all rows by column. */
  sums?: Totals['sums'] | undefined
}

/** Sums of the selected rows, or else of all. The sum of a column with an unknown figure is not known. */
export function totalsOf<Row>(props: Summed<Row>, chosen: readonly Row[]): Totals | undefined {
  const { sums, columns, total, counter = '条' } = props
  if (!sums || total === 0) return undefined
  if (chosen.length === 0) return { of: `全部 ${total.toLocaleString('zh-CN')} ${counter}`, sums }
  const sumOf = (column: Column<Row>) => {
    const values = chosen.map((row) => plainOf(column, row)).filter((value) => typeof value === 'number')
    return values.length < chosen.length ? undefined : values.reduce((sum, value) => sum + value, 0)
  }
  const summed = columns.filter(({ key }) => key in sums)
  return {
    of: `已选 ${chosen.length.toLocaleString('zh-CN')} ${counter}`,
    sums: Object.fromEntries(summed.map((column) => [column.key, sumOf(column)])),
  }
}
