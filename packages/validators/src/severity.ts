import type { RuleCode } from './book/texts.ts'

/** 提示 hint, 警告 warning: needs a reason, 错误 error: cannot be submitted, 阻断 blocker: cannot be saved. */
export type Severity = 'hint' | 'warning' | 'error' | 'blocker'

// Lists, not a property of the book, because forms need the severity but not the book's texts.
const HINTS: ReadonlySet<string> = new Set<RuleCode>(
  'P-019 D-003 D-005 D-008 D-009 OUT-P OUT-H OUT-T OUT-L C-004 C-005 C-007 C-040 C-050 C-060 C-063 C-070 C-072 C-073 C-075 C-082 C-083 C-084 C-085 C-086 C-088'.split(
    ' ',
  ) as RuleCode[], // a list of codes, tested against the book
)
const WARNINGS: ReadonlySet<string> = new Set<RuleCode>(
  'F-017 P-007 P-008 P-009 P-010 P-011 U-005 U-006 U-007 U-008 U-009 U-010 Y-005 Y-006 Y-007 Y-010 Y-011 D-002'.split(
    ' ',
  ) as RuleCode[], // as above
)
// A draft may lack values. Missing values, states and rights prevent a step, but not the saving of a draft.
const ERRORS: ReadonlySet<string> = new Set<RuleCode>(
  'F-001 P-013 U-014 U-015 Y-004 D-001 D-004 D-006 D-007 D-010 D-011 D-012'.split(' ') as RuleCode[], // as above
)
const SAVED: ReadonlySet<string> = new Set(['F', 'P', 'U', 'Y', 'C'])

/** Returns the severity of a rule; error for codes that are not known. */
export function severityOf(code: string): Severity {
  if (HINTS.has(code)) return 'hint'
  if (WARNINGS.has(code)) return 'warning'
  if (ERRORS.has(code)) return 'error'
  return SAVED.has(code.charAt(0)) ? 'blocker' : 'error'
}
