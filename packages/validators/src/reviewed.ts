/** Kinds of reviewed records in the order of the reviewer's desk, each with the `fill_type` of its fill window, if it has one. */
export const FILL_TYPE_OF_REVIEWED = {
  PROJECT: 'PROJECT',
  USAGE: 'QUARTER',
  YEARCALC: 'YEARCALC',
  DEMO: 'DEMO_APPLY',
  PROGRESS: 'DEMO_PROGRESS',
  ANNUAL: 'DEMO_ANNUAL',
  PROV_DEMO: 'PROV_DEMO',
  WORK_REPORT: 'PROV_REPORT',
  OBJECTION: undefined,
} as const

export type ReviewedKind = keyof typeof FILL_TYPE_OF_REVIEWED

// Object.keys types every key as string.
export const REVIEWED_KINDS = Object.keys(FILL_TYPE_OF_REVIEWED) as readonly ReviewedKind[]

/** Actions of a history that leave a record with the office that has it: saving and signing in. */
export const STAYING_ACTIONS: readonly string[] = ['SAVE', 'READ']
