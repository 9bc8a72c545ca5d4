import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'

type Schemas = components['schemas']
export type Outcome = NonNullable<Schemas['ResultRow']['outcome']>

const LABELS: Readonly<Record<Outcome, string>> = {
  PENDING: '待判定',
  PASSED: '初评通过',
  FAILED: '初评未通过',
  PROPOSED: '建议拟入选',
  NOT_PROPOSED: '建议未入选',
  SHORTLISTED: '拟入选',
  NOT_SELECTED: '未入选',
  DISQUALIFIED: '已取消资格',
  SELECTED: '入选',
  QUIT: '已退出',
}

interface Judged {
  status: DemoStatus
  excellent_type_status: ExcellentTypeStatus
  /** Whether the rank is within the quota. */
  withinQuota: boolean
  /** The decision that replaces the rank's. */
  adjusted: boolean | null
}

function primaryOutcome({ status }: Judged): Outcome {
  if (status === DemoStatus.inPrimaryReview) return 'PENDING'
  return status === DemoStatus.primaryFailed ? 'FAILED' : 'PASSED'
}

function excellentOutcome({ status, excellent_type_status, withinQuota, adjusted }: Judged): Outcome {
  switch (status) {
    case DemoStatus.shortlisted:
      return 'SHORTLISTED'
    case DemoStatus.notSelected:
      // A cancelled project keeps the state that the selection gave it.
      return excellent_type_status === ExcellentTypeStatus.selected ? 'DISQUALIFIED' : 'NOT_SELECTED'
    case DemoStatus.announced:
      return 'SELECTED'
    case DemoStatus.quit:
      return 'QUIT'
    default:
      return (adjusted ?? withinQuota) ? 'PROPOSED' : 'NOT_PROPOSED'
  }
}

/** Returns the outcome of a stage for one project, which screens and documents print. */
export function outcomeOf(
  stage: Schemas['ReviewStage'],
  judged: Judged,
): { outcome: Outcome; outcomeLabel: string } {
  const outcome = stage === 'PRIMARY' ? primaryOutcome(judged) : excellentOutcome(judged)
  const isAdjusted = stage === 'EXCELLENT' && judged.adjusted !== null
  return { outcome, outcomeLabel: `${LABELS[outcome]}${isAdjusted ? '（调整）' : ''}` }
}
