import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ImportOutcome, importRows, isXinchuError, type RowsProgress } from '@xinchu/sdk'
import { fileJournal } from '@xinchu/sdk/node'
import { checkProjectRow } from '@xinchu/sdk/precheck'
import { termsOf } from '../import-choices.ts'
import { isRefusedForGood, sayHowToGoOn, sayRefused } from '../import-interrupted.ts'
import { type AboutImport, aboutOf, journalOf, lastJournal } from '../import-journal.ts'
import { type ReportOptions, report } from '../import-report.ts'
import type { Io } from '../io.ts'
import { progressOf } from '../progress.ts'
import { rowsIn } from '../row-files.ts'
import { loggedIn, noPlace, serverOf } from '../settings.ts'

export interface RowsValues extends ReportOptions, Pick<AboutImport, 'encoding' | 'atomic' | 'precheck'> {
  server?: string | undefined
  journal?: string | undefined
}

function watching(io: Io) {
  const progress = progressOf(io)
  const known: { batchId?: number | undefined } = {}
  return {
    known,
    onRows({ batchId, read, sent, checked, written }: RowsProgress) {
      known.batchId = batchId
      if (written > 0) progress.show('正在写入', written, read)
      else if (checked > 0) progress.show('正在校验', checked, read)
      else progress.show(`已读取 ${read} 行，已发送 ${sent} 行`, 0, undefined)
    },
    clear: progress.clear,
  }
}

const removed = async (path: string | undefined) => {
  if (path !== undefined) await rm(path, { force: true })
}

interface Continued {
  /** Of the journal; undefined where there is no place for one. */
  path: string | undefined
  /** The command that goes on with the import. */
  again: readonly string[]
}

const resumed = (path: string): Continued => ({ path, again: ['xinchu', 'import', 'resume', path] })

/** The batch that a journal has begun. @throws Error for a file that is no journal, which stays */
const batchIn = async (path: string | undefined) =>
  path === undefined ? undefined : (await fileJournal(path).read())?.batchId

/** Whether a failure is of this machine: a file that cannot be read, or rows that the check refuses before they are sent. */
const isLocal = (error: unknown) =>
  !isXinchuError(error) || (error.kind === 'validation' && error.url === undefined)

/** The journal that was named is that of another import, which can still go on. */
const isOfAnother = (error: unknown) =>
  isXinchuError(error) && error.kind === 'conflict' && error.url === undefined

/** Says how a failed import goes on. If it cannot, or has not begun, its journal goes. */
async function leave(
  io: Io,
  error: unknown,
  { about, path, again, batchId: seen }: Continued & { about: AboutImport; batchId: number | undefined },
): Promise<void> {
  if (isOfAnother(error)) return
  const batchId = (isXinchuError(error) ? error.importOf?.batchId : seen) ?? (await batchIn(path))
  const reference = { batchId, clientKey: about.key }
  const isRefused = isRefusedForGood(error)
  if (isRefused || (batchId === undefined && isLocal(error))) await removed(path)
  else return sayHowToGoOn(io, reference, again)
  if (isRefused) sayRefused(io, reference, error, path !== undefined)
}

/** Imports the rows of a file under a journal, which goes when the import is over. */
async function run(
  io: Io,
  about: AboutImport,
  { path, again }: Continued,
  values: RowsValues,
): Promise<number> {
  const rows = rowsIn(about.file, about.encoding)
  const client = await loggedIn(io, about.server)
  const { onRows, clear, known } = watching(io)
  let outcome: ImportOutcome
  try {
    outcome = await importRows(client.imports, rows, {
      mode: about.atomic ? 'atomic' : 'partial',
      dryRun: about['dry-run'] ?? false,
      skipRepeat: !about['keep-repeat'],
      ...termsOf(about),
      clientKey: about.key,
      ...(path === undefined ? {} : { journal: fileJournal(path, { ...about }) }),
      ...(about.precheck ? { precheck: checkProjectRow } : {}),
      signal: io.signal,
      onRows,
    }).finally(clear)
  } catch (error) {
    await leave(io, error, { about, path, again, batchId: known.batchId })
    throw error
  }
  await removed(path)
  return report(io, client, outcome, { ...values, ...about })
}

/**
 * Imports the rows of a file of another kind than a workbook.
 * @param again the same command under the key, which goes on where no journal can be kept
 */
export async function importRowsOf(
  io: Io,
  file: string,
  key: string,
  values: RowsValues,
  again: readonly string[],
): Promise<number> {
  const server = (await serverOf(io, values.server)) ?? ''
  const about: AboutImport = {
    file: resolve(file),
    server,
    key,
    encoding: values.encoding,
    atomic: values.atomic,
    'dry-run': values['dry-run'],
    'keep-repeat': values['keep-repeat'],
    blank: values.blank,
    'keep-edits': values['keep-edits'],
    'force-fields': values['force-fields'],
    returned: values.returned,
    precheck: values.precheck,
  }
  if (values.journal === undefined && (await noPlace(io)))
    return run(io, about, { path: undefined, again }, values)
  return run(io, about, resumed(values.journal ?? (await journalOf(io, key))), values)
}

/** Goes on with an import of rows that was interrupted. */
export async function resumeImport(io: Io, given: string | undefined, values: RowsValues): Promise<number> {
  const path = given ?? (await lastJournal(io))
  return run(io, await aboutOf(path), resumed(path), values)
}
