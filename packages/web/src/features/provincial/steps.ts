import type { ReportAction } from './queries.ts'

interface Step {
  label: string
  needsOpinion: boolean
}

/** The steps besides saving and submitting, in words. The nation confirms and returns at the desk. */
export const STEPS: Readonly<Partial<Record<ReportAction, Step>>> = {
  WITHDRAW: { label: '撤回', needsOpinion: false },
  REOPEN: { label: '退回重报', needsOpinion: true },
}
