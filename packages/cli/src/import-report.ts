import {
  BLANK_RULE,
  type ImportBatch,
  type ImportCellIssue,
  type ImportOutcome,
  type ImportQuestions,
  type ImportRow,
  KEPT_RULE,
  writtenSummary,
  type XinchuClient,
} from '@xinchu/sdk'
import { ExitCode, withCode } from './exit.ts'
import { save } from './files.ts'
import { type CellChoices, unchosenCells } from './import-choices.ts'
import { Groups } from './import-groups.ts'
import { type Io, print, printJson, say } from './io.ts'

export interface ReportOptions extends CellChoices {
  json?: boolean | undefined
  errors?: string | undefined
  force?: boolean | undefined
  warnings?: boolean | undefined
  'keep-repeat'?: boolean | undefined
  'dry-run'?: boolean | undefined
}

// More lines would scroll the summary away. The error workbook and the JSON have the rest.
const SHOWN_LINES = 200

async function groupsOf(
  rows: AsyncIterable<ImportRow>,
  issuesOf: (row: ImportRow) => readonly ImportCellIssue[],
) {
  const groups = new Groups()
  for await (const row of rows) for (const issue of issuesOf(row)) groups.add(row.rowNo, issue)
  return groups
}

function printLines(io: Io, groups: Groups, { prefix = '', advice = '' }): void {
  const lines = [...groups.lines()]
  for (const line of lines.slice(0, SHOWN_LINES)) print(io, prefix + line)
  if (lines.length > SHOWN_LINES) say(io, `其余 ${lines.length - SHOWN_LINES} 种未列出${advice}`)
}

function summaryOf({ batch, checked, written, writtenBefore, unsent, asked }: ImportOutcome): string {
  const { totalRows, okRows, warnRows, repeatRows } = checked
  const open = asked > 0 ? `待确认 ${asked}，` : ''
  const refused = batch.errorRows + unsent
  const findings = writtenBefore > 0 ? '' : `通过 ${okRows}，有提示 ${warnRows}，`
  const before = writtenBefore > 0 ? `，此前已写入 ${writtenBefore}` : ''
  return `共 ${totalRows + unsent} 行：${findings}有错误 ${refused}，${open}疑似重复 ${repeatRows}，${writtenBefore > 0 ? '本次' : '已'}写入 ${written}${before}`
}

const all = async (rows: AsyncIterable<ImportRow>) => {
  const found: ImportRow[] = []
  for await (const row of rows) found.push(row)
  return found
}

async function reportJson(io: Io, outcome: ImportOutcome, { warnings }: ReportOptions, hasErrors: boolean) {
  const { batch, written, writtenBefore, unsent } = outcome
  printJson(io, {
    batch,
    written,
    writtenBefore,
    unsent,
    errors: hasErrors ? await all(outcome.errorRows()) : [],
    ...(outcome.asked > 0 ? { asked: outcome.asked, questions: (await outcome.questions()).groups } : {}),
    ...(warnings
      ? { warnings: await all(outcome.warningRows()), repeats: await all(outcome.repeatRows()) }
      : {}),
  })
}

/** The errors of a row, and its questions where they are not listed for the whole batch. */
const problemsOf =
  ({ asked }: ImportOutcome) =>
  ({ rowNo, errors, questions = [] }: ImportRow): ImportCellIssue[] => [
    ...errors,
    ...(asked > 0
      ? []
      : questions.map(({ code, caption, message }) => ({
          code,
          message: `第${rowNo}行【${caption}】：待确认：${message}`,
        }))),
  ]

/** Each question once, with the number of its cells. */
function printQuestions(io: Io, { groups, totalElements }: ImportQuestions): void {
  for (const { caption, code, message, count, firstRow } of groups) {
    const cells = count === 1 ? `第 ${firstRow} 行` : `${count} 格，第 ${firstRow} 行起`
    print(io, `待确认 ${withCode(code, `【${caption}】：${message}`)}（${cells}）`)
  }
  if (totalElements > groups.length) say(io, `其余 ${totalElements - groups.length} 类待确认的未列出`)
}

async function reportLines(io: Io, outcome: ImportOutcome, options: ReportOptions, hasErrors: boolean) {
  // Always: what was not read, or read in another way than it is written, is not for --warnings.
  for (const note of outcome.batch.notes ?? []) print(io, `读取说明 ${note}`)
  const advice = options.errors ? '' : '；可加 --errors 保存错误明细'
  if (hasErrors) printLines(io, await groupsOf(outcome.errorRows(), problemsOf(outcome)), { advice })
  if (outcome.asked > 0) printQuestions(io, await outcome.questions())
  const issues = ({ warnings }: ImportRow) => warnings
  // Listed even without --warnings: what was sent and not written, and what was left empty and not cleared.
  const kept = (row: ImportRow) => issues(row).filter(({ code }) => code === KEPT_RULE || code === BLANK_RULE)
  if (options.warnings || outcome.batch.kept || outcome.batch.blank)
    printLines(io, await groupsOf(outcome.warningRows(), options.warnings ? issues : kept), {
      prefix: '提示 ',
    })
  if (options.warnings) printLines(io, await groupsOf(outcome.repeatRows(), issues), { prefix: '疑似重复 ' })
  say(io, summaryOf(outcome))
  const done = writtenSummary(outcome.batch)
  if (done && outcome.batch.committedRows > 0) say(io, `已写入的行：${done}`)
}

/** Tells the outcome of an import, and returns the exit code. */
export async function report(
  io: Io,
  client: XinchuClient,
  outcome: ImportOutcome,
  options: ReportOptions,
): Promise<number> {
  const { batch, unsent } = outcome
  const hasErrors = batch.errorRows + unsent > 0
  await (options.json ? reportJson : reportLines)(io, outcome, options, hasErrors)
  if (batch.errorRows > 0 && options.errors) {
    const saved = await save(
      io,
      (call) => client.imports.downloadErrors(batch.id, call),
      { output: options.errors, force: options.force },
      '错误明细.xlsx',
    )
    say(io, `错误明细：${saved}`)
  }
  return exitOf(io, outcome, options)
}

function exitOf(io: Io, outcome: ImportOutcome, options: ReportOptions): number {
  const { batch, unsent } = outcome
  const { state, message }: ImportBatch = batch
  if (state === 'FAILED' || state === 'CANCELLED') {
    say(io, message ?? '导入未完成')
    return ExitCode.failure
  }
  if (message) say(io, message)
  if (outcome.asked > 0)
    say(io, `待确认 ${outcome.asked} 行，未写入；请在门户“批量导入”中逐项选定，或更正文件后重新导入`)
  if (batch.errorRows + unsent + outcome.asked > 0) return ExitCode.rowsWithErrors
  return options['dry-run'] ? ExitCode.ok : exitOfWritten(io, outcome, options)
}

/** Says what was not written now. That is no failure where the rows were written before and not wanted twice. */
function exitOfWritten(io: Io, outcome: ImportOutcome, options: ReportOptions): number {
  const { batch, written, writtenBefore } = outcome
  const { repeatRows } = batch
  if (repeatRows > 0)
    say(io, `疑似重复 ${repeatRows} 行已跳过，未写入；如需写入请加 --keep-repeat，--warnings 列出这些行`)
  const unchosen = unchosenCells(batch, options)
  for (const words of unchosen) say(io, words)
  // Sound rows that were not reached any more.
  const left = Math.max(0, batch.totalRows - batch.committedRows - batch.errorRows - repeatRows)
  if (written > 0) return repeatRows + left + unchosen.length > 0 ? ExitCode.rowsWithErrors : ExitCode.ok
  if (writtenBefore > 0) {
    say(io, `此前已写入 ${writtenBefore} 行，本次未写入；同一键不再写入，如需重新比对请另定 --key`)
    return options['keep-repeat'] ? ExitCode.nothingWritten : ExitCode.ok
  }
  if (repeatRows === 0) say(io, '没有可写入的行')
  return ExitCode.nothingWritten
}
