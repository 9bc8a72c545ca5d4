import { fields } from '@xinchu/contract/fields'
import { sql } from 'kysely'
import { defineKind } from '../../flow/kind.ts'
import { reportBases } from '../../pilot-reports/bases.ts'
import { auditOf, queue, reportMembers } from '../pilot-reports/members.ts'
import { NAME, type ReportOf, withoutKey } from '../pilot-reports/record.ts'
import { fixesDates, keepAllDates, progressChecker } from './steps.ts'

const of: ReportOf<'PROGRESS'> = {
  code: 'PROGRESS',
  shape: {
    fields: withoutKey(fields.ProgressFields),
    rows: {
      milestones: [
        { ...NAME, caption: '里程碑' },
        ...fields.ProgressMilestone.filter(({ name }) => name !== 'milestoneId'),
      ],
      usage: fields.ProgressUsage,
    },
    groups: {},
  },
}

/** Quarterly progress of announced projects, which the recommender and the nation review. */
export const pilotProgress = defineKind({
  ...reportBases.PROGRESS,
  ...reportMembers(of),
  queue: { ...queue, quarter: sql`e.quarter` },
  window: {
    type: 'DEMO_PROGRESS',
    binds: ['SAVE', 'SUBMIT'],
    period: ({ record: { key } }) => key,
  },
  checker: progressChecker,
  after: keepAllDates,
  isLasting: fixesDates,
  audit: auditOf(of, sql`' ' || r.year || '年第' || r.quarter || '季度进展'`),
})
