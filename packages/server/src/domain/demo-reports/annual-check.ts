import { DemoStatus, ReportStatus } from '@xinchu/sdk/codes'
import { fields } from '@xinchu/sdk/fields'
import type { components } from '@xinchu/sdk/schema'
import { checkRecord, countWords, quarterOf, type Stage } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { type FieldProblem, refusedFields } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { DemoRow } from '../demo-project/columns.ts'
import { windowCheck } from '../fill-time/window.ts'
import type { AnnualContent } from './annual-rows.ts'

type Schemas = components['schemas']

const SPECS = fields.AnnualReportFields
const captionOf = (field: string) => SPECS.find(({ name }) => name === field)?.caption ?? field
/** Least length of the reason for changed figures, without white space. */
const REASON_LENGTH = 10
// Figures have four decimals.
const TOLERANCE = 0.000_05

/** The figures of a report that differ from those of the quarters. */
export function changedFigures(content: AnnualContent, sums: Schemas['AnnualUsage']): string[] {
  const reported = new Map(Object.entries(content.usage ?? {}))
  return Object.entries(sums).flatMap(([name, sum]) => {
    const value = reported.get(name)
    return typeof value === 'number' && Math.abs(value - sum) > TOLERANCE ? [name] : []
  })
}

/** What is wrong with a report at a stage. */
export function annualProblems(
  content: AnnualContent,
  key: { demoProjectId: number; year: number },
  stage: Stage,
  sums: Schemas['AnnualUsage'],
): FieldProblem[] {
  const own = checkRecord({ ...content, ...key }, SPECS, stage)
    .filter(({ level, field }) => level === 'error' && field !== 'stampedFileId')
    .map(({ field, code, message }) => ({
      field,
      caption: captionOf(field),
      ...(code ? { code } : {}),
      message,
    }))
  if (stage === 'draft') return own
  const problems: FieldProblem[] = [...own]
  if (content.stampedFileId === undefined)
    problems.push({
      field: 'stampedFileId',
      caption: captionOf('stampedFileId'),
      code: 'N-011',
      message: '请上传盖章扫描件',
    })
  const isChanged = changedFigures(content, sums).length > 0
  if (isChanged && countWords(content.usageReason ?? '') < REASON_LENGTH)
    problems.push({
      field: 'usageReason',
      caption: captionOf('usageReason'),
      code: 'N-012',
      message: '运行指标与各季度汇总不一致，请说明原因，不少于 10 字',
    })
  return problems
}

/** The quarters of a year whose progress should have been handed in and was not, in words. */
export async function missingProgress(
  db: Db,
  project: Pick<DemoRow, 'id' | 'announce_date'>,
  year: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('demo_progress')
    .select('quarter')
    .where('demo_project_id', '=', project.id)
    .where('year', '=', year)
    .where('status', 'not in', [ReportStatus.draft, ReportStatus.returned])
    .execute()
  const first = project.announce_date ? quarterOf(project.announce_date) : { year, quarter: 1 }
  return [1, 2, 3, 4]
    .filter((quarter) => year * 4 + quarter >= first.year * 4 + first.quarter)
    .filter((quarter) => !rows.some((row) => row.quarter === quarter))
    .map((quarter) => `${year}年第${quarter}季度进展尚未提交`)
}

/** @throws HttpError 400 with everything that is wrong */
export function assertAnnual(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first)
    throw refusedFields(first.caption ? `${first.caption}：${first.message}` : first.message, problems)
}

/** Whether a report can be handed in, and if not, why and what it lacks, in words. */
export async function annualCheck(
  db: Db,
  {
    project,
    year,
    content,
    sums,
  }: {
    project: DemoRow
    year: number
    content: AnnualContent
    sums: Schemas['AnnualUsage']
  },
  user: Caller,
  now: Date,
): Promise<Schemas['AnnualCheck']> {
  const isOpen = await windowCheck(db, 'DEMO_ANNUAL', user, now)
  const reasons = [
    ...(project.status === DemoStatus.announced ? [] : ['项目未公布，不填报年度报告']),
    ...(isOpen({ year }) ? [] : ['当前不在填报时间内']),
    ...(await missingProgress(db, project, year)),
  ]
  const problems = annualProblems(content, { demoProjectId: project.id, year }, 'submit', sums)
  const missing = problems.map(({ caption, message }) => (caption ? `${caption}：${message}` : message))
  return { allowed: reasons.length + missing.length === 0, reasons, missing }
}
