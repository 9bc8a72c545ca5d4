import type { components } from '@xinchu/contract/schema'
import { codes, messages, type RuleCode, ruleCodeOf, rules } from '@xinchu/validators'
import type { ListCells, ListColumn, ListForm } from './form.ts'
import type { SheetList } from './read.ts'

type Issue = components['schemas']['ImportCellIssue']

/** Problem of one cell. */
export interface Problem<Name extends string> {
  name: Name
  code: RuleCode | undefined
  message: string
}

export const problem = <Name extends string>(name: Name, code: RuleCode, message: string): Problem<Name> => ({
  name,
  code,
  message,
})

/** Problems of single cells: missing, malformed or too long. */
export function cellProblems<Name extends string>(
  columns: readonly ListColumn<Name>[],
  cells: ListCells<Name>,
): Problem<Name>[] {
  return columns.flatMap(({ name, isRequired, maxLength, rule }): Problem<Name>[] => {
    const text: string | undefined = cells[name]
    if (text === undefined) return isRequired ? [problem(name, codes.nonEmpty, messages.nonEmpty)] : []
    const message = rule ? rules[rule](text) : null
    if (message) return [{ name, code: ruleCodeOf(message), message }]
    if (text.length > maxLength) return [problem(name, codes.length, `长度不能超过${maxLength}个字`)]
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
      ...(code ? { code } : {}),
      message: `第${rowNo}行【${caption}】：${message}`,
    }
  })
}
