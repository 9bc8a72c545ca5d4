import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOf, type Manual } from './chapters.ts'
import type { ManualTask } from './draw.ts'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Manuals as PDF documents: drawn in a thread when first asked for, then kept in a folder under their digest. */
export class ManualShelf {
  readonly #folder: string
  readonly #draws: (task: ManualTask) => Promise<Uint8Array>
  readonly #drawing = new Map<string, Promise<Uint8Array>>()

  /** @param draws draws a manual in a thread */
  constructor(dataDir: string, draws: (task: ManualTask) => Promise<Uint8Array>) {
    this.#folder = join(dataDir, 'manuals')
    this.#draws = draws
  }

  /** @throws HttpError 503 if the thread failed */
  async read(manual: Manual, platform: string): Promise<Uint8Array> {
    const digest = digestOf(manual, platform)
    const file = join(this.#folder, `${digest}.pdf`)
    try {
      return await readFile(file)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    const known = this.#drawing.get(digest)
    if (known) return known
    const drawn = this.#draw({ manual, platform }, file).finally(() => this.#drawing.delete(digest))
    this.#drawing.set(digest, drawn)
    return drawn
  }

  async #draw(task: ManualTask, file: string): Promise<Uint8Array> {
    const bytes = await this.#draws(task)
    await mkdir(this.#folder, { recursive: true })
    const part = `${file}.${randomUUID()}`
    await writeFile(part, bytes)
    await rename(part, file)
    return bytes
  }
}
