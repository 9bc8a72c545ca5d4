import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange } from '../byte-range.ts'
import type { LocalFile, ObjectStore, StoredFile } from './object-store.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Size of a file, or undefined without one. */
async function sizeAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

/** Keeps files in a folder that copies of the server may share. Received files must be on the same file system. */
export class DiskStore implements ObjectStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, file: LocalFile): Promise<void> {
    const path = join(this.#folder, key)
    if ((await sizeAt(path)) === file.size) return rm(file.path, { force: true })
    await sync(file.path)
    await mkdir(dirname(path), { recursive: true })
    // Replaces damaged bytes too. A reader of them keeps its own handle.
    await rename(file.path, path)
    for (let folder = dirname(path); folder.length >= this.#folder.length; folder = dirname(folder))
      await sync(folder)
  }

  async open(
    { storage_key, size }: StoredFile,
    range?: ByteRange,
  ): Promise<AsyncIterable<Uint8Array> | undefined> {
    const handle = await open(join(this.#folder, storage_key)).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (!handle) return undefined
    if ((await handle.stat()).size === size)
      return handle.createReadStream(range && { start: range.from, end: range.to })
    await handle.close()
    return undefined
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.#folder, key), { force: true })
  }
}
