import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { forbidden, missing, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { touchReports } from '../revisions/statistics.ts'
import { usageMarks } from './usage-marks.ts'

type Decision = components['schemas']['UsageOutlierDecision']

/** Value of a marked indicator in the caller's scope, rounded as it is stored. @throws HttpError 404 if it is not marked */
async function markedValue(trx: Trx, { itemId, rule, indicator }: Decision, user: Caller): Promise<number> {
  const report = await trx
    .selectFrom('usage_report')
    .select(['year', 'quarter', 'province_code', 'project_id'])
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (!report) throw notFound('被标记的报送值')
  const { year, quarter, province_code: provinceCode } = report
  const { marked } = await usageMarks(trx, {
    filter: { provinceCode: [provinceCode] },
    user,
    period: { year, quarter },
  })
  const found = marked.find(
    (mark) => mark.project_id === report.project_id && mark.rule === rule && mark.indicator === indicator,
  )
  if (!found) throw notFound('被标记的报送值')
  const { rows } = await sql<{
    value: number
  }>`select round(${found.value}::float8::numeric, 4) as value`.execute(trx)
  return rows[0]?.value ?? 0
}

/**
 * Records that a marked value is true, or takes that back. What the nation confirmed, only the nation changes.
 * @throws HttpError 404 for a value that no rule marks in the caller's scope
 */
export async function confirmOutlier(trx: Trx, decision: Decision, user: Caller, now: Date): Promise<void> {
  const { itemId, rule, indicator, confirmed } = decision
  const reason = decision.reason?.trim()
  if (confirmed && !reason) throw missing('reason', '原因')
  const value = await markedValue(trx, decision, user)
  const known = await trx
    .selectFrom('usage_confirmation')
    .select(['dept_id', sql<boolean>`value = ${value}::numeric`.as('is_current')])
    .where('item_id', '=', itemId)
    .where('rule', '=', rule)
    .where('indicator', '=', indicator)
    .executeTakeFirst()
  if (known?.is_current && known.dept_id === deptKinds.nation && user.deptId !== deptKinds.nation)
    throw forbidden()
  // Kept lists of marks tell who has confirmed them.
  await touchReports(trx, [itemId])
  await trx
    .deleteFrom('usage_confirmation')
    .where('item_id', '=', itemId)
    .where('rule', '=', rule)
    .where('indicator', '=', indicator)
    .execute()
  if (!confirmed || !reason) return
  await trx
    .insertInto('usage_confirmation')
    .values({
      ...{ item_id: itemId, rule, indicator, value, reason },
      ...{ org_id: user.orgId, org_name: user.orgName, user_name: user.realName, dept_id: user.deptId },
      time: now.toISOString(),
    })
    .execute()
}
