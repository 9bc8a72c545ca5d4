import { fields } from '@xinchu/contract/fields'
import type { FieldSpec } from '@xinchu/validators'
import { sql } from 'kysely'
import { defineKind } from '../../flow/kind.ts'
import { reportBases } from '../../pilot-reports/bases.ts'
import { auditOf, queue, reportMembers } from '../pilot-reports/members.ts'
import { NAME, type ReportOf, withoutKey } from '../pilot-reports/record.ts'
import { annualChecker } from './steps.ts'

/** Fields of the reason why a yearly figure differs from its quarters. The contract has no field that describes it. */
const USAGE_REASON: readonly FieldSpec[] = [
  { ...NAME, caption: '指标' },
  { name: 'reason', caption: '修改原因', kind: 'string' },
  { name: 'evidenceFileIds', caption: '佐证文件', kind: 'list' },
]

const of: ReportOf<'ANNUAL'> = {
  code: 'ANNUAL',
  shape: {
    fields: withoutKey(fields.AnnualReportFields),
    rows: {
      usage: fields.AnnualUsage,
      usageReasons: USAGE_REASON,
      targets: fields.AnnualTarget,
      economicEffect: fields.AnnualEconomy,
    },
    groups: {},
  },
}

/** Yearly reports of announced projects, which the recommender and the nation review. */
export const pilotAnnual = defineKind({
  ...reportBases.ANNUAL,
  ...reportMembers(of),
  queue,
  window: {
    type: 'DEMO_ANNUAL',
    binds: ['SAVE', 'SUBMIT'],
    period: ({ record: { key } }) => key,
  },
  checker: annualChecker,
  audit: auditOf(of, sql`' ' || r.year || '年度报告'`),
})
