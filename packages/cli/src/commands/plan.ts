import {
  ImportAskingError,
  type PlannedRow,
  type PlanOptions,
  planActions,
  planCells,
  planHeadings,
  planImport,
  planLines,
  planSummary,
  type XinchuClient,
} from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { PlanExitCode } from '../exit.ts'
import { termsOf } from '../import-choices.ts'
import { assertNoMap, keepMap, readingOptions, tellAsked } from '../import-map.ts'
import { type ImportSource, sourceOf } from '../import-source.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { type Plan, planFile, writePlan } from '../plan-file.ts'
import { loggedIn, serverOf } from '../settings.ts'
import { tableText } from '../table.ts'
import { watch } from './import.ts'

// More lines would scroll the summary away. The plan as JSON has the rest.
const SHOWN_LINES = 200

/** The lines of a row: the first names it, each tells a change or a finding. */
function linesOf(row: PlannedRow): string[][] {
  const details = planLines(row).map(planCells)
  const head = [planActions[row.action], String(row.row), row.name]
  return (details.length > 0 ? details : [[]]).map((detail, at) => [
    ...(at === 0 ? head : ['', '', '']),
    ...detail,
  ])
}

function tell(io: Io, { rows, counts }: Plan): void {
  const lines = rows.filter(({ action, kept, blank }) => action !== 'same' || kept || blank).flatMap(linesOf)
  if (lines.length > 0) print(io, tableText([[...planHeadings], ...lines.slice(0, SHOWN_LINES)]))
  if (lines.length > SHOWN_LINES)
    say(io, `其余 ${lines.length - SHOWN_LINES} 行未列出；可加 -o 保存完整的计划`)
  const changes = rows.reduce(
    (sum, { action, changes = [] }) => sum + (action === 'changed' ? changes.length : 0),
    0,
  )
  say(io, planSummary({ ...counts, changes }))
}

function exitOf({ counts }: Plan): number {
  if (counts.refused + counts.asked > 0) return PlanExitCode.failure
  return counts.new + counts.changed + counts.repeat > 0 ? PlanExitCode.changes : PlanExitCode.nothingToDo
}

/** Lets the platform check a source, without writing. */
function planned(io: Io, { imports }: XinchuClient, source: ImportSource, options: PlanOptions) {
  const { onUpload, onProgress, clear } = watch(io)
  const shared = { ...options, signal: io.signal, onProgress }
  const done =
    source.kind === 'rows'
      ? planImport(imports, source.rows, shared)
      : planImport(imports, source.file, { ...shared, onUpload })
  return done.finally(clear)
}

type Values = ReturnType<typeof parse<typeof options.plan>>['values']

/** Plans the import of a source. Where the platform has to ask first, prints its questions and returns undefined. */
async function planOf(io: Io, client: XinchuClient, source: ImportSource, values: Values) {
  const { takeReturned: _consent, ...terms } = termsOf(values)
  const onReading = values['map-out'] === undefined ? {} : { onReading: keepMap.bind(undefined, io, values) }
  const given = { ...terms, ...(await readingOptions(values)), ...onReading }
  try {
    return await planned(io, client, source, given)
  } catch (error) {
    if (!(error instanceof ImportAskingError)) throw error
    await tellAsked(io, error, values)
    return undefined
  }
}

/** Tells what an import of a file would do, without writing. */
export async function plan(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.plan, 1)
  const path = words[0] ?? ''
  termsOf(values)
  const source = await sourceOf(io, path, values.encoding)
  if (source.kind === 'rows') assertNoMap(values)
  await readingOptions(values)
  const client = await loggedIn(io, values.server)
  const found = await planOf(io, client, source, values)
  if (!found) return PlanExitCode.asking
  const server = (await serverOf(io, values.server)) ?? ''
  const made = planFile(found, { server, workbook: source.name })
  if (values.output) await writePlan(values.output, made, values.force)
  if (values.json) printJson(io, made)
  else tell(io, made)
  if (values.output) say(io, `已保存：${values.output}`)
  return exitOf(made)
}
