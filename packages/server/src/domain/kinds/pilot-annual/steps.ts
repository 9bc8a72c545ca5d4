import type { Trx } from '../../../db/database.ts'
import { conflict } from '../../../errors.ts'
import type { StepContext } from '../../flow/step.ts'
import type { PilotRecord } from '../../pilot-project/query.ts'
import { usageBaseOf } from '../../pilot-reports/annual-changes.ts'
import { annualProblems, assertAnnual, missingProgress } from '../../pilot-reports/annual-check.ts'
import { yearFigures } from '../../pilot-reports/annual-figures.ts'
import { evidenceOf, scanOf } from '../../pilot-reports/annual-rows.ts'
import { assertFiles } from '../../pilot-reports/evidence.ts'
import type { Content } from '../pilot-reports/record.ts'
import { assertAnnounced, type ReportStep, reportChecker } from '../pilot-reports/steps.ts'

type AnnualStep = ReportStep<'ANNUAL'>

const ENCLOSED = [
  { bizType: 'ANNUAL_STAMPED', field: 'stampedFileId', idsOf: scanOf },
  { bizType: 'INDEX_EVIDENCE', field: 'usageReasons', idsOf: evidenceOf },
] as const

/** The author's content with the sums that its figures are compared with. @throws HttpError 400 or 409 */
async function written(
  trx: Trx,
  { record, item, request }: AnnualStep,
  project: PilotRecord,
  { user }: StepContext,
): Promise<Content<'ANNUAL'>> {
  assertAnnounced(project, '项目未公布，不填报年度报告')
  const { key, fields: before } = record
  const isSubmitted = request.action === 'SUBMIT'
  const sums = await yearFigures(trx, project, key.year)
  const usageBase = usageBaseOf(item.fields, before, sums)
  const content = { ...item.fields, usageBase }
  assertAnnual(annualProblems(content, key, isSubmitted ? 'submit' : 'draft', sums))
  const lacking = isSubmitted ? await missingProgress(trx, project, key.year) : []
  if (lacking.length > 0) throw conflict('N-010', `${lacking.join('；')}`)
  for (const { idsOf, ...of } of ENCLOSED)
    await assertFiles(trx, { ...of, ids: idsOf(content), kept: before ? idsOf(before) : [] }, user)
  return content
}

export const annualChecker = reportChecker<'ANNUAL'>(written)
