import { constants, openAsBlob } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ImportBatch, type ImportOutcome, importWorkbook, isXinchuError } from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { UsageError } from '../exit.ts'
import { termsOf } from '../import-choices.ts'
import { sayHowToGoOn } from '../import-interrupted.ts'
import { report } from '../import-report.ts'
import { type Io, say } from '../io.ts'
import { progressOf } from '../progress.ts'
import { loggedIn } from '../settings.ts'
import { importRowsOf, resumeImport } from './import-rows.ts'

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

const newKey = () => `cli-${crypto.randomUUID()}`

/** The key of an import. @throws UsageError for one that the platform would refuse */
function keyOf(given: string | undefined): string {
  if (given !== undefined && !/^.{8,128}$/u.test(given)) throw new UsageError('--key 应为 8 至 128 个字符')
  return given ?? newKey()
}

/** The same command, under the key of the import. */
const againWith = (args: readonly string[], path: string, key: string): string[] => [
  ...['xinchu', 'import', path, '--key', key],
  ...args.filter((word, at) => word !== path && !word.startsWith('--key') && args[at - 1] !== '--key'),
]

function sayWhatNext(io: Io, error: unknown, key: string, again: readonly string[]): void {
  if (!isXinchuError(error)) return
  if (error.status === 422 && error.code === 'W-022') say(io, `批次键 ${key} 已用于不同的内容，请另定 --key`)
  else sayHowToGoOn(io, { batchId: error.importOf?.batchId, clientKey: key }, again)
}

type Values = ReturnType<typeof parse<typeof options.import>>['values']

async function importBook(io: Io, path: string, values: Values, args: readonly string[]): Promise<number> {
  const key = keyOf(values.key)
  const terms = termsOf(values)
  const file = await workbook(path)
  const client = await loggedIn(io, values.server)
  const watching = watch(io)
  let outcome: ImportOutcome
  try {
    outcome = await importWorkbook(client.imports, file, {
      mode: values.atomic ? 'atomic' : 'partial',
      dryRun: values['dry-run'] ?? false,
      submitAfterCommit: values.submit ?? false,
      ...(values.sheet ? { sheet: values.sheet } : {}),
      skipRepeat: !values['keep-repeat'],
      ...terms,
      clientKey: key,
      signal: io.signal,
      onUpload: watching.onUpload,
      onProgress: watching.onProgress,
    }).finally(watching.clear)
  } catch (error) {
    sayWhatNext(io, error, key, againWith(args, path, key))
    throw error
  }
  return report(io, client, outcome, values)
}

export async function importFile(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.import, 1, { most: 2 })
  const [path = '', journal] = words
  if (path === 'resume') return resumeImport(io, journal, values)
  if (journal !== undefined) throw new UsageError(`多余的参数：${journal}`)
  if (/\.(?:ndjson|jsonl|csv)$/i.test(path)) {
    if (values.submit) throw new UsageError('--submit 只用于工作簿')
    if (values.sheet) throw new UsageError('--sheet 只用于工作簿')
    return importRowsOf(io, path, keyOf(values.key), values)
  }
  if (!/\.xlsx$/i.test(path)) throw new UsageError('只能导入 xlsx、ndjson、jsonl 或 csv 文件')
  return importBook(io, path, values, args)
}
