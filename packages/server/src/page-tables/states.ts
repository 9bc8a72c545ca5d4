import { type FigureState, STATE_CAPTIONS } from '@xinchu/validators'
import type { TableColumn, TableRow } from './table.ts'

const text = (name: string, caption: string): TableColumn => ({ name, caption, kind: 'text' })

/** Columns of the state of a row's figures. */
export const STATE_COLUMNS: readonly TableColumn[] = [
  text('status', STATE_CAPTIONS.status),
  text('batch', STATE_CAPTIONS.batch),
]

/** The same beside rows of records, which have a status of their own. */
export const RECORD_STATE_COLUMNS: readonly TableColumn[] = [
  text('dataStatus', '数据状态'),
  text('batch', STATE_CAPTIONS.batch),
]

/** Rows of figures, each with the state of its period. */
export const withStates = <Row extends object>(
  rows: readonly Row[],
  stateOf: (row: Row) => FigureState | undefined,
): TableRow[] => rows.map((row) => ({ ...row, ...stateOf(row) }) as TableRow) // plain objects of a reply

/** Rows of records with the state of the figures that count them. */
export const withDataStates = (rows: readonly object[], { status, batch }: FigureState): TableRow[] =>
  rows.map((row) => ({ ...row, dataStatus: status, ...(batch === undefined ? {} : { batch }) }))
