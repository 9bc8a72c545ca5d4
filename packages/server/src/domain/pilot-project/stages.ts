import { DemoStatus } from '@xinchu/contract/codes'

/** Stages of a demonstration project, in order. Visibility depends on them. */
export const STAGES = [
  'DRAFTING',
  'RECOMMENDING',
  'FORMAL_CHECK',
  'PRIMARY_SEALED',
  'PRIMARY_OPEN',
  'EXCELLENCE_SEALED',
  'EXCELLENCE_OPEN',
  'PUBLICITY',
  'ANNOUNCED',
] as const
export type Stage = (typeof STAGES)[number]

/** State of a batch that decides the stage of its projects together with their own state. */
export interface BatchState {
  /** The scores of the primary review have been opened, for all projects at once. */
  isPrimaryOpen: boolean
  isExcellenceOpen: boolean
  /** The list of those to be selected has been published. */
  isPublished: boolean
  /** The nation has announced the batch. */
  isAnnounced: boolean
}

const sincePublicity = ({ isAnnounced }: BatchState): Stage => (isAnnounced ? 'ANNOUNCED' : 'PUBLICITY')

/**
 * Returns the stage of a project. A stored result does not change the visibility before the scores are opened or the
 * list is published. The announcement of a batch ends the review of all its projects, of those not selected, too.
 */
export function stageOf(status: DemoStatus, batch: BatchState): Stage {
  switch (status) {
    case DemoStatus.draft:
    case DemoStatus.returnedByRecommender:
    case DemoStatus.returnedByNation:
      return 'DRAFTING'
    case DemoStatus.atRecommender:
      return 'RECOMMENDING'
    case DemoStatus.recommended:
    case DemoStatus.accepted:
      return 'FORMAL_CHECK'
    case DemoStatus.inPrimaryReview:
    case DemoStatus.primaryPassed:
    case DemoStatus.primaryFailed:
      if (batch.isPublished) return sincePublicity(batch)
      // All of the review is over, also for those that did not come to its second part.
      if (batch.isExcellenceOpen) return 'EXCELLENCE_OPEN'
      return batch.isPrimaryOpen ? 'PRIMARY_OPEN' : 'PRIMARY_SEALED'
    case DemoStatus.inExcellentReview:
    case DemoStatus.shortlisted:
    case DemoStatus.notSelected:
      if (batch.isPublished) return sincePublicity(batch)
      return batch.isExcellenceOpen ? 'EXCELLENCE_OPEN' : 'EXCELLENCE_SEALED'
    case DemoStatus.announced:
    case DemoStatus.quit:
      return 'ANNOUNCED'
  }
}
