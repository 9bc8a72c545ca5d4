import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ImportJournal, ImportState } from '@xinchu/sdk'

const FORMAT = 'xinchu-import/1'

const isState = (value: unknown): value is ImportState =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

async function sync(path: string): Promise<void> {
  const folder = await open(path, 'r')
  // Some file systems, and Windows, cannot sync a folder.
  await folder.sync().catch(() => undefined)
  await folder.close()
}

/**
 * Keeps how far an import is in a file that only its owner can read (mode 0600). Each state replaces the one before as a
 * whole, and is on disk when its write resolves. Remove the file when the import is over.
 * @param about further members of the file, such as where the rows come from
 */
export function fileJournal(path: string, about: Readonly<Record<string, unknown>> = {}): ImportJournal {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (text === undefined) return undefined
      let kept: unknown
      try {
        kept = JSON.parse(text)
      } catch {
        kept = undefined
      }
      if (!isState(kept)) throw new Error(`${path} 不是导入的进度记录`)
      return kept
    },
    async write(state) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomBytes(6).toString('hex')}`
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(`${JSON.stringify({ format: FORMAT, ...about, ...state })}\n`)
        await file.sync()
        await file.close()
        await rename(draft, path)
      } catch (error) {
        await file.close().catch(() => undefined)
        await rm(draft, { force: true })
        throw error
      }
      await sync(dirname(path))
    },
  }
}
