import {
  type ImportBatch,
  type ImportOutcome,
  importRows,
  importWorkbook,
  isXinchuError,
  type XinchuClient,
} from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { UsageError } from '../exit.ts'
import { termsOf } from '../import-choices.ts'
import { isRefusedForGood, sayHowToGoOn, sayRefused } from '../import-interrupted.ts'
import { assertNoMap, keepMap, readingOptions, tellAsked } from '../import-map.ts'
import { report } from '../import-report.ts'
import { type ImportSource, isRowFile, sourceOf } from '../import-source.ts'
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
  const reference = { batchId: error.importOf?.batchId, clientKey: key }
  if (isRefusedForGood(error)) sayRefused(io, reference, error, false)
  else sayHowToGoOn(io, reference, again)
}

type Values = ReturnType<typeof parse<typeof options.import>>['values']

/** Sends a source to the platform under a key. */
async function imported(
  io: Io,
  { imports }: XinchuClient,
  source: ImportSource,
  key: string,
  values: Values,
) {
  const how = await readingOptions(values)
  const watching = watch(io)
  const choices = {
    mode: values.atomic ? ('atomic' as const) : ('partial' as const),
    dryRun: values['dry-run'] ?? false,
    skipRepeat: !values['keep-repeat'],
    ...termsOf(values),
    clientKey: key,
    signal: io.signal,
    onProgress: watching.onProgress,
  }
  const done =
    source.kind === 'rows'
      ? importRows(imports, source.rows, choices)
      : importWorkbook(imports, source.file, {
          ...choices,
          submitAfterCommit: values.submit ?? false,
          ...how,
          onUpload: watching.onUpload,
        })
  return done.finally(watching.clear)
}

/** Imports a table, or what comes by the standard input. */
async function importSource(io: Io, path: string, values: Values, args: readonly string[]): Promise<number> {
  const key = keyOf(values.key)
  termsOf(values)
  if (values.precheck || values.journal) throw new UsageError('--precheck 与 --journal 只用于 ndjson 文件')
  const source = await sourceOf(io, path, values.encoding)
  if (source.kind === 'rows') assertTableOptions(values)
  await readingOptions(values)
  const client = await loggedIn(io, values.server)
  let outcome: ImportOutcome
  try {
    outcome = await imported(io, client, source, key, values)
  } catch (error) {
    sayWhatNext(io, error, key, againWith(args, path, key))
    throw error
  }
  const { reading } = outcome
  if (reading) {
    const code = await tellAsked(io, { batch: outcome.batch, reading }, values)
    say(io, `批次 ${outcome.batch.id} 待确认，也可在门户的批量导入中核对列`)
    return code
  }
  if (values['map-out'] !== undefined && outcome.batch.state !== 'FAILED')
    await keepMap(io, values, await client.imports.reading(outcome.batch.id))
  return report(io, client, outcome, values)
}

/** @throws UsageError for options that rows do not take */
function assertTableOptions(values: Values): void {
  if (values.submit) throw new UsageError('--submit 只用于工作簿与文本表格')
  assertNoMap(values)
}

export async function importFile(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.import, 1, { most: 2 })
  const [path = '', journal] = words
  if (path === 'resume') return resumeImport(io, journal, values)
  if (journal !== undefined) throw new UsageError(`多余的参数：${journal}`)
  if (isRowFile(path)) {
    assertTableOptions(values)
    const key = keyOf(values.key)
    return importRowsOf(io, path, key, values, againWith(args, path, key))
  }
  return importSource(io, path, values, args)
}
