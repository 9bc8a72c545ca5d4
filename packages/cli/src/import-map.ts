import { readFile, writeFile } from 'node:fs/promises'
import {
  type ImportAskingError,
  type ImportReading,
  type ReadingMap,
  readingMapOf,
  readingQuestions,
} from '@xinchu/sdk'
import { toReadingMap } from '@xinchu/validators/reading/table'
import { ExitCode, UsageError, withCode } from './exit.ts'
import { type Io, print, printJson, say } from './io.ts'

/** Options that say how a table is read. */
export interface MapOptions {
  sheet?: string | undefined
  map?: string | undefined
  'map-out'?: string | undefined
  remember?: boolean | undefined
  force?: boolean | undefined
}

/** Reads a map file. @throws UsageError for what is none, with the names of unknown keys */
async function readMap(path: string): Promise<ReadingMap> {
  const text = await readFile(path, 'utf8')
  const value: unknown = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined)
  const read = toReadingMap(value)
  if ('fault' in read) throw new UsageError(`${path}：${read.fault}`)
  return read.map
}

/** How a table is to be read, as the options say. @throws UsageError */
export async function readingOptions({ sheet, map, remember }: MapOptions) {
  return {
    ...(sheet ? { sheet } : {}),
    ...(map === undefined ? {} : { map: await readMap(map) }),
    ...(remember ? { remember } : {}),
  }
}

/** @throws UsageError for options that rows do not take */
export function assertNoMap({ sheet, map, 'map-out': out, remember }: MapOptions): void {
  if (sheet) throw new UsageError('--sheet 只用于工作簿')
  if (map !== undefined || out !== undefined || remember)
    throw new UsageError('--map、--map-out 与 --remember 只用于工作簿与文本表格')
}

/** Writes what was recognised as a map file. */
export async function keepMap(io: Io, options: MapOptions, reading: ImportReading): Promise<void> {
  const path = options['map-out']
  if (path === undefined) return
  const text = `${JSON.stringify(readingMapOf(reading), null, 2)}\n`
  await writeFile(path, text, { flag: options.force ? 'w' : 'wx' })
  say(io, `对应关系已保存：${path}`)
}

const HINT_FIELDS = 2

/** A part of a map file that would answer what is asked. */
function hintOf(reading: ImportReading): string {
  const asked = reading.columns.filter(({ questions }) => questions.length > 0).slice(0, HINT_FIELDS)
  const columns = Object.fromEntries(
    asked.map(({ key, field, unit }) => [
      key,
      { field: field ?? '字段名', ...(unit === undefined ? {} : { unit }) },
    ]),
  )
  const { sheet } = reading.map
  return JSON.stringify({ version: 1, ...(sheet === undefined ? {} : { sheet }), columns })
}

/** Tells what the platform asks before it reads a file, and how to answer. */
export async function tellAsked(
  io: Io,
  { batch, reading }: Pick<ImportAskingError, 'batch' | 'reading'>,
  options: MapOptions & { json?: boolean | undefined },
): Promise<number> {
  await keepMap(io, options, reading)
  const questions = readingQuestions(reading)
  if (options.json) printJson(io, { batch, reading })
  else
    for (const { column, code, message } of questions)
      print(io, `待确认 ${column === undefined ? '' : `${column} 列 `}${withCode(code, message)}`)
  say(io, `${questions.length} 项待确认，尚未读取。以 --map 给出对应关系，如：${hintOf(reading)}`)
  if (options['map-out'] === undefined) say(io, '可加 --map-out 保存识别出的对应关系，修改后以 --map 给出')
  return ExitCode.asking
}
