import type { RepeatAppealState } from '@xinchu/sdk'

/** State of an appeal as text. */
export const appealLabels: Readonly<Record<RepeatAppealState, string>> = {
  OPEN: '待判定',
  DISTINCT: '不是同一项目',
  SAME: '同一项目',
  WITHDRAWN: '已撤回',
  CLOSED: '号码已更正',
}
