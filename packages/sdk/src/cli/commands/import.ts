import { constants, openAsBlob } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type ImportBatch,
  type ImportOutcome,
  type ImportRow,
  importWorkbook,
  type XinchuClient,
} from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { ExitCode, UsageError, withCode } from '../exit.ts'
import { save } from '../files.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { progressOf } from '../progress.ts'
import { loggedIn } from '../settings.ts'

// More lines would scroll the summary away. The error workbook has the rest.
const SHOWN_ERRORS = 200

function summaryOf({
  totalRows,
  okRows,
  warnRows,
  errorRows,
  repeatRows,
  committedRows,
}: ImportBatch): string {
  return `共 ${totalRows} 行：通过 ${okRows}，有提示 ${warnRows}，有错误 ${errorRows}，疑似重复 ${repeatRows}，已写入 ${committedRows}`
}

/** Shows how far an import is. */
export function watch(io: Io) {
  const progress = progressOf(io)
  return {
    onUpload: (sent: number, total: number | undefined) => progress.show('上传', sent, total),
    onProgress({ state, stateLabel, totalRows, parsedRows, committedRows, okRows, warnRows }: ImportBatch) {
      const isWriting = state === 'COMMITTING'
      progress.show(
        stateLabel,
        isWriting ? committedRows : parsedRows,
        isWriting ? okRows + warnRows : totalRows,
      )
    },
    clear: progress.clear,
  }
}

async function tellErrors(io: Io, { batch, errorRows }: ImportOutcome): Promise<void> {
  let told = 0
  for await (const row of errorRows()) {
    for (const issue of row.errors) {
      if (told === SHOWN_ERRORS) {
        say(io, `其余错误未列出，共 ${batch.errorRows} 行；可加 --errors 保存错误明细`)
        return
      }
      print(io, withCode(issue.code, issue.message))
      told += 1
    }
  }
}

async function tell(
  io: Io,
  client: XinchuClient,
  outcome: ImportOutcome,
  values: { json?: boolean; errors?: string; force?: boolean },
) {
  const { batch } = outcome
  const hasErrors = batch.errorRows > 0
  if (values.json) {
    const rows: ImportRow[] = []
    if (hasErrors) for await (const row of outcome.errorRows()) rows.push(row)
    printJson(io, { batch, errors: rows })
  } else {
    if (hasErrors) await tellErrors(io, outcome)
    say(io, summaryOf(batch))
  }
  if (hasErrors && values.errors) {
    const path = await save(
      io,
      (call) => client.imports.downloadErrors(batch.id, call),
      { output: values.errors, force: values.force },
      '错误明细.xlsx',
    )
    say(io, `错误明细：${path}`)
  }
}

/** Opens a workbook to send. @throws UsageError for another kind of file */
export async function workbook(path: string): Promise<File> {
  if (!/\.xlsx$/i.test(path)) throw new UsageError('只能导入 xlsx 文件')
  // openAsBlob does not report why it fails.
  await access(path, constants.R_OK)
  // Streamed while sending, not read into memory.
  const blob = await openAsBlob(path)
  return new File([blob], basename(path), {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

export async function importFile(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.import, 1)
  const file = await workbook(words[0] ?? '')
  const client = await loggedIn(io, values.server)
  const watching = watch(io)
  const outcome = await importWorkbook(client.imports, file, {
    mode: values.atomic ? 'atomic' : 'partial',
    dryRun: values['dry-run'] ?? false,
    submitAfterCommit: values.submit ?? false,
    skipRepeat: !values['keep-repeat'],
    ...(values.key ? { clientKey: values.key } : {}),
    signal: io.signal,
    onUpload: watching.onUpload,
    onProgress: watching.onProgress,
  }).finally(watching.clear)

  await tell(io, client, outcome, values)
  const { state, message, errorRows } = outcome.batch
  if (state === 'FAILED' || state === 'CANCELLED') {
    say(io, message ?? '导入未完成')
    return ExitCode.failure
  }
  if (errorRows > 0) return ExitCode.rowsWithErrors
  return values['dry-run'] ? ExitCode.ok : exitOfWritten(io, outcome, values['keep-repeat'] ?? false)
}

/** Says why nothing was written now. That is no failure where the rows were written before and not wanted twice. */
function exitOfWritten(io: Io, { batch, written }: ImportOutcome, isRepeatWanted: boolean): number {
  if (written > 0) return ExitCode.ok
  const { committedRows, repeatRows } = batch
  if (committedRows > 0) {
    say(io, `此前已写入 ${committedRows} 行，本次未写入；如需再次写入，请更改文件或另定 --key`)
    return isRepeatWanted ? ExitCode.nothingWritten : ExitCode.ok
  }
  say(
    io,
    repeatRows > 0 ? `疑似重复 ${repeatRows} 行已跳过，未写入；如需写入请加 --keep-repeat` : '没有可写入的行',
  )
  return ExitCode.nothingWritten
}
