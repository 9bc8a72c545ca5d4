import type { Example } from '../src/book/index.ts'
import {
  checkField,
  checkProject,
  checkUsage,
  checkYearCalc,
  compareUsage,
  compareYearCalc,
  type FieldSpec,
  type Issue,
  isBuildStatusMove,
  type YearCalcRow,
} from '../src/index.ts'
import { placeBoxes } from '../src/place-boxes/index.ts'
import { type RawCell, type ReadSpec, readCell, type Source, wordsOf } from '../src/reading/index.ts'

const TODAY = '2026-11-22'

const entriesOf = () => [{ value: '01', label: '锂离子电池' }]

function findingsOf({ cell, spec, by = 'workbook' }: Extract<Example, { cell: unknown }>): Issue[] {
  const source = { by, today: TODAY } as Source // completed by the example, as are the others
  const read = readCell({ kind: 'text', ...cell } as RawCell, { name: 'a', ...spec } as ReadSpec, source, {
    entriesOf,
  })
  const isAnswered = read.level === 'value' || read.level === 'empty'
  const found = isAnswered ? read.note : read.finding
  if (!found) return []
  return [{ field: 'a', code: found.code, message: wordsOf(found), level: isAnswered ? 'warning' : 'error' }]
}

/** Runs an example by the check of the forms. Undefined for one in words. */
export function issuesOf(example: Example): Issue[] | undefined {
  if ('cell' in example) return findingsOf(example)
  if ('spec' in example) {
    const spec = { name: 'a', caption: '甲', kind: 'string', ...example.spec } as FieldSpec // completed by the example
    const issue = checkField(spec, { a: example.value }, 'submit')
    return issue ? [issue] : []
  }
  if ('project' in example) return checkProject(example.project, example.today ?? TODAY, placeBoxes)
  if ('usage' in example) {
    const { usage, facility = {}, previous } = example
    return [...checkUsage(usage, facility, 'submit'), ...compareUsage(usage, facility, previous)]
  }
  if ('calculation' in example) {
    const rowsOf = (rows: unknown = []) => rows as YearCalcRow[] // the rows of an example are complete
    const { calculation, warehouse, lower } = example
    const known = { warehouse: rowsOf(warehouse), lower: rowsOf(lower) }
    return [...checkYearCalc(calculation, 'submit'), ...compareYearCalc(rowsOf(calculation['rows']), known)]
  }
  if ('from' in example)
    return isBuildStatusMove(example.from, example.to)
      ? []
      : [{ field: 'buildStatus', code: 'P-012', message: '', level: 'error' }]
  return undefined
}
