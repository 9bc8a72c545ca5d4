import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lock } from './file-lock.ts'

// A power cut loses at most so much of what was received.
const SYNC_BYTES = 32 * 1024 * 1024

/** What is known of the file that a part belongs to. */
export interface Whole {
  /** Strong validator of its bytes. Without one a part cannot be continued. */
  etag: string | undefined
  /** In bytes; undefined if the server does not say. */
  total: number | undefined
}

/** The note beside a part: how many of its bytes are on the disk, and of which file. */
interface Note extends Whole {
  size: number
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code // what node:fs rejects with

async function noteAt(path: string): Promise<Note | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(path, 'utf8'))
    const { etag, total, size } = Object(note)
    return typeof etag === 'string' && Number.isSafeInteger(size) ? { etag, total, size } : undefined
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** @throws EEXIST if the file is there */
export async function assertFree(path: string): Promise<void> {
  const found = await open(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  await found?.close()
  if (found) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST', path })
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder.
  const folder = await open(dirname(path)).catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

/**
 * A file under way, beside its target as `….part`, with a note of what it is as `….part.json`. One process at a time works on
 * it. Nothing appears at the target before the file is whole and on the disk.
 */
export class PartFile {
  readonly #target: string
  readonly #path: string
  readonly #handle: FileHandle
  readonly #release: () => Promise<void>
  #whole: Whole = { etag: undefined, total: undefined }
  #synced = 0
  /** Bytes received. */
  size = 0

  private constructor(target: string, handle: FileHandle, release: () => Promise<void>) {
    this.#target = target
    this.#path = `${target}.part`
    this.#handle = handle
    this.#release = release
  }

  /** Opens the part of a target, with what an earlier download has left. Waits for another process that works on it. */
  static async open(target: string, signal?: AbortSignal): Promise<PartFile> {
    const release = await lock(`${target}.part.lock`, signal)
    try {
      const note = await noteAt(`${target}.part.json`)
      const handle = await open(`${target}.part`, 'a+')
      const part = new PartFile(target, handle, release)
      const { size } = await handle.stat()
      if (note && note.size <= size) {
        part.#whole = note
        // A part that lacks nothing still needs a reply, which the last byte gives.
        part.size = Math.min(note.size, (note.total ?? Infinity) - 1)
      }
      part.#synced = part.size
      await handle.truncate(part.size)
      return part
    } catch (error) {
      await release()
      throw error
    }
  }

  get etag(): string | undefined {
    return this.#whole.etag
  }

  /** Starts anew, for the file that a reply describes. */
  async begin(whole: Whole): Promise<void> {
    await this.#handle.truncate(0)
    this.size = 0
    this.#synced = 0
    this.#whole = whole
    await this.#note()
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.byteLength; ) {
      const { bytesWritten } = await this.#handle.write(bytes, at)
      at += bytesWritten
      this.size += bytesWritten
    }
    if (this.size - this.#synced >= SYNC_BYTES) await this.#note()
  }

  /** SHA-256 of what was received, as base64. */
  async digest(): Promise<string> {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(this.#path)) hash.update(chunk as Buffer) // of a stream without encoding
    return hash.digest('base64')
  }

  /** Puts the file in its place. @throws EEXIST if one is there that must not be replaced */
  async finish(isForced: boolean): Promise<void> {
    await this.#handle.sync()
    if (isForced) await rename(this.#path, this.#target)
    else {
      await link(this.#path, this.#target).catch(async (error: unknown) => {
        if (codeOf(error) === 'EEXIST') throw error
        // A file system without hard links.
        await assertFree(this.#target)
        await rename(this.#path, this.#target)
      })
      await rm(this.#path, { force: true })
    }
    await syncFolder(this.#target)
    await this.#handle.close()
    await rm(`${this.#path}.json`, { force: true })
    await this.#release()
  }

  /** Leaves what can be continued, and nothing otherwise. */
  async leave(): Promise<void> {
    try {
      if (this.etag !== undefined && this.size > 0) await this.#note()
      else await Promise.all([rm(this.#path, { force: true }), rm(`${this.#path}.json`, { force: true })])
    } finally {
      await this.#handle.close().catch(() => undefined)
      await this.#release()
    }
  }

  async #note(): Promise<void> {
    if (this.etag === undefined) return
    await this.#handle.datasync()
    this.#synced = this.size
    const draft = `${this.#path}.json.${process.pid}`
    await writeFile(draft, JSON.stringify({ ...this.#whole, size: this.size } satisfies Note))
    await rename(draft, `${this.#path}.json`)
  }
}
