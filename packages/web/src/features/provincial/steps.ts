import type { ReportAction } from './queries.ts'

interface Step {
  label: string
  description: string
  needsOpinion: boolean
}

/** The steps besides saving and submitting, in words. The nation confirms and returns at the desk. */
export const STEPS: Readonly<Partial<Record<ReportAction, Step>>> = {
  WITHDRAW: { label: '撤回', description: '撤回后可以修改并重新提交。', needsOpinion: false },
  REOPEN: { label: '退回重报', description: '已归档的退回该省重新填报。', needsOpinion: true },
}
