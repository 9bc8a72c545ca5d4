import { useMemo, useState } from 'react'
import { type Column, plainOf } from './column.ts'

interface Listed<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  /** Whether a row of the whole list has chips, if that is known. */
  marked?: boolean | undefined
}

/** The columns without those of chips that no row has. While the table is shown they only come. */
export function useNeededColumns<Row>({ columns, rows, marked }: Listed<Row>) {
  const [isMarked, setMarked] = useState(false)
  const chips = useMemo(() => columns.filter(({ kind }) => kind === 'chips'), [columns])
  const has = marked === true || (rows?.some((row) => chips.some((column) => plainOf(column, row))) ?? false)
  if (has && !isMarked) setMarked(true)
  return useMemo(
    () => (has || isMarked || chips.length === 0 ? columns : columns.filter((each) => !chips.includes(each))),
    [columns, chips, has, isMarked],
  )
}
