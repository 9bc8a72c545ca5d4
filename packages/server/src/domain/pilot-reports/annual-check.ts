import { DemoStatus, ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { checkRecord, firstDueQuarter, type Stage } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { type FieldProblem, refusedFields } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { closureCheck } from '../fill-time/closure.ts'
import type { PilotRow } from '../pilot-project/columns.ts'
import { type ChangedFigure, changedFigures, hasReason, reasonProblems } from './annual-changes.ts'
import type { AnnualUsage } from './annual-figures.ts'
import type { AnnualContent } from './annual-rows.ts'

type Schemas = components['schemas']
type CheckItem = NonNullable<Schemas['AnnualCheck']['items']>[number]

const SPECS = fields.AnnualReportFields
const captionOf = (field: string) => SPECS.find(({ name }) => name === field)?.caption ?? field
/** Required chapters, without the scan and the key. */
const CHAPTERS = SPECS.filter(
  ({ name, required }) => required === 'submit' && !['demoProjectId', 'year', 'stampedFileId'].includes(name),
).map(({ name }) => name)

/** Returns the problems in the rows of the promised indicators. */
const targetProblems = ({ targets = [] }: AnnualContent, stage: Stage): FieldProblem[] =>
  targets.flatMap((row, index) =>
    checkRecord({ ...row }, fields.AnnualTarget, stage)
      .filter(({ level }) => level === 'error')
      .map(({ field, code, message }) => ({
        field: `targets.${index}.${field}`,
        caption: `指标完成情况第 ${index + 1} 行${fields.AnnualTarget.find(({ name }) => name === field)?.caption ?? ''}`,
        ...(code ? { code } : {}),
        message,
      })),
  )

/** Returns the problems of a report at a stage. */
export function annualProblems(
  content: AnnualContent,
  key: { demoProjectId: number; year: number },
  stage: Stage,
  sums: AnnualUsage,
): FieldProblem[] {
  const own = checkRecord({ ...content, ...key }, SPECS, stage)
    .filter(({ level, field }) => level === 'error' && field !== 'stampedFileId')
    .map(({ field, code, message }) => ({
      field,
      caption: captionOf(field),
      ...(code ? { code } : {}),
      message,
    }))
  const problems: FieldProblem[] = [...own, ...targetProblems(content, stage)]
  if (stage === 'draft') return problems
  if (content.stampedFileId === undefined)
    problems.push({
      field: 'stampedFileId',
      caption: captionOf('stampedFileId'),
      code: 'N-011',
      message: '请上传盖章扫描件',
    })
  return [...problems, ...reasonProblems(changedFigures(content, sums))]
}

/** Describes the quarters of a year that are due after the announcement and whose progress report is not submitted. */
export async function missingProgress(
  db: Db,
  project: Pick<PilotRow, 'id' | 'announce_date'>,
  year: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('demo_progress')
    .select('quarter')
    .where('demo_project_id', '=', project.id)
    .where('year', '=', year)
    .where('status', 'not in', [ReportStatus.draft, ReportStatus.returned])
    .execute()
  const first = project.announce_date ? firstDueQuarter(project.announce_date) : { year, quarter: 1 }
  return [1, 2, 3, 4]
    .filter((quarter) => year * 4 + quarter >= first.year * 4 + first.quarter)
    .filter((quarter) => !rows.some((row) => row.quarter === quarter))
    .map((quarter) => `${year}年第${quarter}季度进展尚未提交`)
}

/** @throws HttpError 400 with all problems */
export function assertAnnual(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first)
    throw refusedFields(first.caption ? `${first.caption}：${first.message}` : first.message, problems)
}

interface Checked {
  project: PilotRow
  year: number
  content: AnnualContent
  sums: AnnualUsage
}

/** Returns the reason why nothing can be submitted now, regardless of the content. */
async function outerItems(db: Db, { project, year }: Checked, user: Caller, now: Date): Promise<CheckItem[]> {
  const closure = (await closureCheck(db, 'DEMO_ANNUAL', user, now))({ year })
  const lacking = await missingProgress(db, project, year)
  const item = (isMet: boolean, met: string, unmet: string): CheckItem =>
    isMet ? { state: 'PASSED', text: met } : { state: 'LACKING', text: unmet }
  return [
    item(project.status === DemoStatus.announced, '项目已公布为试点示范', '项目未公布，不填报年度报告'),
    item(!closure, '在填报时间内', closure?.message ?? ''),
    ...(lacking.length > 0
      ? lacking.map((text) => item(false, '', text))
      : [item(true, `${year}年各季度进展均已提交`, '')]),
  ]
}

/** Whether the changed figures are explained, and whether their sums have changed since then. */
function figureItems(changed: readonly ChangedFigure[]): CheckItem[] {
  if (changed.length === 0) return [{ state: 'PASSED', text: '运行指标与各季度汇总一致', field: 'usage' }]
  const explained = changed.filter(hasReason)
  const late = explained.filter(({ earlierSum }) => earlierSum !== undefined)
  const items: CheckItem[] = reasonProblems(changed).map(({ caption, message }) => ({
    state: 'LACKING',
    text: `${caption}：${message}`,
    field: 'usage',
  }))
  if (items.length === 0) {
    const proven = changed.every(({ evidenceFileIds }) => evidenceFileIds.length > 0)
    items.push({
      state: 'NOTED',
      text: `运行指标修改 ${changed.length} 项，均有原因${proven ? '与佐证' : ''}`,
      field: 'usage',
    })
  }
  for (const { caption, earlierSum, sum } of late)
    items.push({
      state: 'NOTED',
      text: `${caption}：说明原因后，各季度汇总由 ${earlierSum} 变为 ${sum}，请核对`,
      field: 'usage',
    })
  return items
}

function contentItems(problems: readonly FieldProblem[]): CheckItem[] {
  const own = problems.filter(({ field }) => field !== 'stampedFileId' && !field.startsWith('usageReasons'))
  const rows = new Set(own.flatMap(({ field }) => /^targets\.\d+/.exec(field) ?? []))
  const unfinished = {
    field: 'targets',
    caption: captionOf('targets'),
    message: `还有 ${rows.size} 行未填完`,
  }
  const lacking = [
    ...own.filter(({ field }) => !field.startsWith('targets.')),
    ...(rows.size > 0 ? [unfinished] : []),
  ]
  const scan = problems.some(({ field }) => field === 'stampedFileId')
  return [
    ...(lacking.length === 0
      ? [{ state: 'PASSED' as const, text: `必填内容 ${CHAPTERS.length} 项均已填写` }]
      : lacking.map(({ field, caption = '', message }) => ({
          state: 'LACKING' as const,
          text: `${caption}：${message}`,
          field,
        }))),
    scan
      ? { state: 'LACKING', text: '盖章扫描件：请上传盖章扫描件', field: 'stampedFileId' }
      : { state: 'PASSED', text: '已上传盖章扫描件', field: 'stampedFileId' },
  ]
}

/** Returns whether a report can be submitted, and the reasons and gaps if not. */
export async function annualCheck(
  db: Db,
  checked: Checked,
  user: Caller,
  now: Date,
): Promise<Schemas['AnnualCheck']> {
  const { project, year, content, sums } = checked
  const problems = annualProblems(content, { demoProjectId: project.id, year }, 'submit', sums)
  const outer = await outerItems(db, checked, user, now)
  const own = [...figureItems(changedFigures(content, sums)), ...contentItems(problems)]
  const lacking = (items: readonly CheckItem[]) =>
    items.filter(({ state }) => state === 'LACKING').map(({ text }) => text)
  const reasons = lacking(outer)
  const missing = lacking(own)
  return { allowed: reasons.length + missing.length === 0, reasons, missing, items: [...outer, ...own] }
}
