import type { FieldSpec } from '@xinchu/validators'
import { type CellValue, isAsked, type RawCell } from '@xinchu/validators/reading'
import { cellValue } from './cells.ts'
import type { CheckContext } from './check-context.ts'
import { type ImportColumn, importColumns } from './columns.ts'
import type { Found } from './found.ts'
import type { RawCells, RawRow, Values } from './places.ts'

type CellText = string | RawCell

const asText = (cell: CellText, spec: FieldSpec, { references, source }: CheckContext): CellValue =>
  cellValue(cell, { ...spec, kind: 'string' }, references.dictionaries, source)

function readOwner(cell: CellText, spec: FieldSpec, context: CheckContext): CellValue {
  const owner = typeof cell === 'string' ? context.references.owner(cell) : undefined
  if (owner !== undefined) return { value: owner }
  const read = asText(cell, spec, context)
  if (!('value' in read) || read.value === undefined) return read
  return { code: 'P-018', message: '未找到该投资主体，请按字典填写或留空' }
}

/** A problem of a cell at its field; one with choices asks. */
function foundAt(field: string, problem: Exclude<CellValue, { value: unknown }>): Found {
  const { code, message } = problem
  const asks = isAsked(problem) ? { original: problem.original, choices: problem.choices } : undefined
  return { field, code, message, level: 'error', ...(asks ? { asks } : {}) }
}

/** Reads a cell into the values; returns its problem, or what should be noted of it. */
function readCell(cell: CellText, { spec }: ImportColumn, context: CheckContext, values: Values): Found[] {
  const { references, source } = context
  const read =
    spec.source === 'owner'
      ? readOwner(cell, spec, context)
      : cellValue(cell, spec, references.dictionaries, source)
  if ('message' in read) return [foundAt(spec.name, read)]
  if (read.value !== undefined) values[spec.name] = read.value
  return read.note ? [{ field: spec.name, ...read.note, level: 'warning' }] : []
}

/** Reads the cells of a row but those of places, which are read together. */
export function readCells(raw: RawRow, cells: RawCells, context: CheckContext, values: Values): Found[] {
  const found: Found[] = []
  for (const column of importColumns) {
    const cell = cells[column.name] ?? raw[column.name]
    if (cell === undefined) continue
    if (column.spec.kind !== 'region') found.push(...readCell(cell, column, context, values))
    else if (typeof cell !== 'string') {
      const read = asText(cell, column.spec, context)
      if ('message' in read) found.push(foundAt(column.spec.name, read))
    }
  }
  return found
}
