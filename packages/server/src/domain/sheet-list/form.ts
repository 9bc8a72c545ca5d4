import type { RuleCode, RuleName } from '@xinchu/validators'

/** A column of a list that is filled in outside the platform and uploaded. */
export interface ListColumn<Name extends string> {
  name: Name
  caption: string
  /** Heading of the column in the file of the list, if it differs. */
  exported?: string
  group: string
  isRequired: boolean
  width: number
  maxLength: number
  rule?: RuleName
  hint: string
}

/** Texts of a row by column. */
export type ListCells<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** A list as users fill it in. */
export interface ListForm<Name extends string> {
  sheet: string
  columns: readonly ListColumn<Name>[]
  /** The column that every heading has, and whose sample starts with 【示例】. */
  key: Name
  maxRows: number
  /** Refusals of a list without rows and of one with too many. */
  code: RuleCode
  empty: string
  tooMany: string
  /** Advice on where to get a workbook with the right columns. */
  advice: string
}

export const SAMPLE = /^【示例】/
