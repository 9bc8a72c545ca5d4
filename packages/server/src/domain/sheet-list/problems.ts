import type { components } from '@xinchu/contract/schema'
import { codes, type Fault, type RuleCode, rules, wordsOf } from '@xinchu/validators'
import type { ListCells, ListColumn, ListForm } from './form.ts'
import type { SheetList } from './read.ts'

type Issue = components['schemas']['ImportCellIssue']

/** Problem of one cell. */
export interface Problem<Name extends string> {
  name: Name
  code: RuleCode
  message: string
}

export const problem = <Name extends string>(name: Name, code: RuleCode, message: string): Problem<Name> => ({
  name,
  code,
  message,
})

const problemOf = <Name extends string>(name: Name, fault: Fault): Problem<Name> =>
  problem(name, fault.code, wordsOf(fault))

/** Problems of single cells: missing, malformed or too long. */
export function cellProblems<Name extends string>(
  columns: readonly ListColumn<Name>[],
  cells: ListCells<Name>,
): Problem<Name>[] {
  return columns.flatMap(({ name, isRequired, maxLength, rule }): Problem<Name>[] => {
    const text: string | undefined = cells[name]
    if (text === undefined) return isRequired ? [problemOf(name, { code: codes.nonEmpty })] : []
    const fault = rule ? rules[rule](text) : null
    if (fault) return [problemOf(name, fault)]
    if (text.length > maxLength) return [problemOf(name, { code: codes.length, values: { most: maxLength } })]
    return []
  })
}

/** Converts problems of a row to the contract's shape, with the place of each cell. */
export function issuesOf<Name extends string>(
  { columns }: ListForm<Name>,
  { letters }: Pick<SheetList<Name>, 'letters'>,
  rowNo: number,
  problems: readonly Problem<Name>[],
): Issue[] {
  return problems.map(({ name, code, message }) => {
    const column: string | undefined = letters[name]
    const caption = columns.find((each) => each.name === name)?.caption ?? ''
    return {
      ...(column ? { column } : {}),
      field: name,
      caption,
      code,
      message: `第${rowNo}行【${caption}】：${message}`,
    }
  })
}
