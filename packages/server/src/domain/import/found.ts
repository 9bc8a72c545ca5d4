import type { Issue, RuleCode } from '@xinchu/validators'
import type { AskedCell } from '@xinchu/validators/reading'

/** What is wrong with a field of a row, or noted of it. */
export interface Found {
  field: string
  code?: RuleCode
  message: string
  level: Issue['level']
  /** Of an error that one of the choices solves. */
  asks?: Pick<AskedCell, 'original' | 'choices'>
}
