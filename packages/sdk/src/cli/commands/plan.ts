import { basename } from 'node:path'
import { importWorkbook } from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { PlanExitCode, withCode } from '../exit.ts'
import { type Io, print, printJson, say } from '../io.ts'
import {
  type Plan,
  type PlannedChange,
  type PlannedRow,
  plannedRow,
  planOf,
  writePlan,
} from '../plan-file.ts'
import { labelOfAction } from '../plan-moved.ts'
import { loggedIn, serverOf } from '../settings.ts'
import { tableText } from '../table.ts'
import { watch, workbook } from './import.ts'

// More lines would scroll the summary away. The plan as JSON has the rest.
const SHOWN_LINES = 200
const HEADING = ['处理', '行', '项目名称', '列', '列名', '原值', '新值或说明']

const wordsOf = (message: string) => message.replace(/^第\d+行(?:【[^】]*】)?：/, '')

/** Who corrected a field, when, and on what occasion. */
const whoOf = ({ origin, setBy = '', setTime = '' }: Pick<PlannedChange, 'origin' | 'setBy' | 'setTime'>) =>
  `${setBy} ${setTime.slice(0, 10)} ${origin === 'REVIEW' ? '退回后更正' : '修改'}`

/** The lines of a row: the first names it, each tells a change or a finding. */
function linesOf({
  row,
  action,
  name,
  changes = [],
  kept = [],
  errors = [],
  warnings = [],
  repeats = [],
}: PlannedRow) {
  const issue = (kind: string) => (each: NonNullable<PlannedRow['errors']>[number]) => [
    each.column ?? '',
    each.caption ?? '',
    each.value ?? '',
    `${kind}${withCode(each.code, wordsOf(each.message))}`,
  ]
  const details = [
    ...errors.map(issue('')),
    ...(action === 'changed' ? changes : []).map(({ column = '', caption, oldValue = '', newValue }) => [
      column,
      caption,
      oldValue,
      newValue ?? '（清空）',
    ]),
    ...kept.map(({ column = '', caption, oldValue = '（空）', newValue = '（清空）', ...set }) => [
      column,
      caption,
      oldValue,
      `保留人工更正，不取 ${newValue}（${whoOf(set)}）`,
    ]),
    ...warnings.map(issue('提示 ')),
    ...repeats.map(({ projectName, projectId, score }) => [
      '',
      '',
      '',
      `${projectName ?? '其他单位的项目'}（编号 ${projectId}，${score} 分）`,
    ]),
  ]
  const head = [labelOfAction(action), String(row), name]
  return (details.length > 0 ? details : [[]]).map((detail, at) => [
    ...(at === 0 ? head : ['', '', '']),
    ...detail,
  ])
}

function tell(io: Io, { rows, counts }: Plan): void {
  const lines = rows.filter(({ action, kept }) => action !== 'same' || kept).flatMap(linesOf)
  if (lines.length > 0) print(io, tableText([HEADING, ...lines.slice(0, SHOWN_LINES)]))
  if (lines.length > SHOWN_LINES)
    say(io, `其余 ${lines.length - SHOWN_LINES} 行未列出；可加 -o 保存完整的计划`)
  const fields = rows.reduce(
    (sum, { action, changes = [] }) => sum + (action === 'changed' ? changes.length : 0),
    0,
  )
  say(
    io,
    `共 ${rows.length} 行：新建 ${counts.new}，变更 ${counts.changed}（${fields} 项），一致 ${counts.same}，拒绝 ${counts.refused}，疑似重复 ${counts.repeat}`,
  )
}

const forcedIn = (given: string | undefined) =>
  given === 'all' ? ['*'] : given?.split(/[,，]/).map((field) => field.trim())

function exitOf({ counts }: Plan): number {
  if (counts.refused > 0) return PlanExitCode.failure
  return counts.new + counts.changed + counts.repeat > 0 ? PlanExitCode.changes : PlanExitCode.nothingToDo
}

/** Tells what an import of a workbook would do, without writing. */
export async function plan(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.plan, 1)
  const path = words[0] ?? ''
  const file = await workbook(path)
  const client = await loggedIn(io, values.server)
  const { onUpload, onProgress, clear } = watch(io)
  const { batch, rows } = await importWorkbook(client.imports, file, {
    dryRun: true,
    signal: io.signal,
    onUpload,
    onProgress,
  }).finally(clear)
  if (batch.state === 'FAILED' || batch.state === 'CANCELLED') {
    say(io, batch.message ?? '校验未完成')
    return PlanExitCode.failure
  }
  const found: PlannedRow[] = []
  const forceFields = forcedIn(values['force-fields'])
  for await (const row of rows()) found.push(plannedRow(row, forceFields))
  const server = (await serverOf(io, values.server)) ?? ''
  const made = planOf(found, { server, workbook: basename(path), ...(forceFields ? { forceFields } : {}) })
  if (values.output) await writePlan(values.output, made, values.force)
  if (values.json) printJson(io, made)
  else tell(io, made)
  if (values.output) say(io, `已保存：${values.output}`)
  return exitOf(made)
}
