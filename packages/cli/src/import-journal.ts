import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './exit.ts'
import type { CellChoices } from './import-choices.ts'
import type { Io } from './io.ts'
import { configDir } from './settings.ts'

/** How a journal of the command line says what it belongs to. */
export interface AboutImport extends CellChoices {
  /** Absolute path of the rows. */
  file: string
  server: string
  key: string
  encoding?: string | undefined
  atomic?: boolean | undefined
  'dry-run'?: boolean | undefined
  'keep-repeat'?: boolean | undefined
  precheck?: boolean | undefined
}

const folderOf = (io: Io) => join(configDir(io.env), 'imports')

/** Default path of the journal of a key. */
export async function journalOf(io: Io, key: string): Promise<string> {
  const folder = folderOf(io)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${encodeURIComponent(key).slice(-150)}.json`)
}

/** The journal of the import that was interrupted last. @throws UsageError if there is none */
export async function lastJournal(io: Io): Promise<string> {
  const folder = folderOf(io)
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => ({ path: join(folder, name), time: (await stat(join(folder, name))).mtimeMs })),
  )
  const [last] = files.toSorted((a, b) => b.time - a.time)
  if (!last) throw new UsageError('没有中断的导入')
  return last.path
}

/** Reads what a journal belongs to. @throws UsageError for another file */
export async function aboutOf(path: string): Promise<AboutImport> {
  const text = await readFile(path, 'utf8')
  const value: unknown = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined)
  const isOwn =
    typeof value === 'object' && value !== null && 'file' in value && 'key' in value && 'server' in value
  if (!isOwn) throw new UsageError(`${path} 不是 xinchu import 的进度记录`)
  return value as AboutImport // as `fileJournal` was given it
}
