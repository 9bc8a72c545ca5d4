import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, open, type ZipFile } from 'yauzl'
import { WorkbookError } from './error.ts'

const damaged = '文件已损坏，请重新保存后再上传'

/** A zip archive, read by its central directory only, so that it has a single interpretation. */
export class Archive {
  readonly #zip: ZipFile
  readonly entries: readonly Entry[]

  private constructor(zip: ZipFile, entries: readonly Entry[]) {
    this.#zip = zip
    this.entries = entries
  }

  /**
   * Opens an archive and lists its entries. The caller closes it.
   * @throws WorkbookError if it is damaged, has too many entries, or has entry names outside of itself
   */
  static async open(path: string, maxEntries: number): Promise<Archive> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
        error ? reject(new WorkbookError(damaged)) : resolve(opened),
      )
    })
    try {
      if (zip.entryCount > maxEntries) throw new WorkbookError(`工作簿的部件超过 ${maxEntries} 个，不予受理`)
      return new Archive(zip, await listEntries(zip))
    } catch (error) {
      zip.close()
      throw error
    }
  }

  find(name: string): Entry | undefined {
    const wanted = name.toLowerCase()
    return this.entries.find((entry) => entry.fileName.toLowerCase() === wanted)
  }

  /** Streams an entry's inflated bytes. Fails at the end if size or checksum differ from the directory. */
  async *bytes(entry: Entry): AsyncGenerator<Buffer> {
    const stream = await new Promise<Readable>((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, opened) =>
        error ? reject(new WorkbookError(damaged)) : resolve(opened),
      )
    })
    let checksum = 0
    try {
      for await (const chunk of stream) {
        const bytes = chunk as Buffer // what a byte stream of node:zlib gives
        checksum = crc32(bytes, checksum)
        yield bytes
      }
    } catch (error) {
      throw error instanceof WorkbookError ? error : new WorkbookError(damaged)
    } finally {
      stream.destroy()
    }
    if (checksum !== entry.crc32) throw new WorkbookError(damaged)
  }

  /** Streams an entry's compressed bytes. */
  async *packed(entry: Entry): AsyncGenerator<Buffer> {
    const decompress = entry.compressionMethod === 0 ? null : false
    const stream = await new Promise<Readable>((resolve, reject) => {
      this.#zip.openReadStream(
        entry,
        { decompress, decrypt: null, start: null, end: null },
        (error, opened) => (error ? reject(new WorkbookError(damaged)) : resolve(opened)),
      )
    })
    for await (const chunk of stream) yield chunk as Buffer // as above
  }

  /**
   * Reads a whole entry.
   * @throws WorkbookError if it is larger than `maxBytes`
   */
  async read(entry: Entry, maxBytes: number): Promise<Buffer> {
    if (entry.uncompressedSize > maxBytes) throw new WorkbookError('工作簿内容过大，请拆分后分别导入')
    const chunks: Buffer[] = []
    for await (const chunk of this.bytes(entry)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  close(): void {
    this.#zip.close()
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', resolve)
    // yauzl rejects absolute names and names with `..` here.
    zip.on('error', () => reject(new WorkbookError(damaged)))
    zip.readEntry()
  })
  return entries
}
