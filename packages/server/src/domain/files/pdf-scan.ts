import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflated = promisify(inflate)

/** Maximum length of a scanned dictionary before a stream, and of a keyword that two chunks may share. */
const KEPT = 4_096
/** Objects within streams are inflated up to these sizes: of one, and of all. */
const ONE_BYTES = 8 * 1024 * 1024
const ALL_BYTES = 32 * 1024 * 1024

/** Names of active content: scripts, programs and embedded media. */
const ACTIVE = /\/(?:JavaScript|JS|Launch|RichMedia)(?![A-Za-z0-9])/
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/
/** The document's catalogue, named by its trailer. */
const ROOT = /\/Root(?![A-Za-z0-9])/
const OBJECTS = /\/ObjStm(?![A-Za-z0-9])/

export const DAMAGED = '文件已损坏，请重新保存后再上传'
const IS_ACTIVE = '文件含有脚本或可执行内容，请去除后上传'
const IS_ENCRYPTED = '文件已加密，请取消密码后上传'

/** Names may be written with escapes, such as /J#53. */
const unescaped = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function faultIn(text: string): string | undefined {
  const clean = unescaped(text)
  if (ENCRYPTED.test(clean)) return IS_ENCRYPTED
  return ACTIVE.test(clean) ? IS_ACTIVE : undefined
}

/**
 * Scans the text of a PDF file as a stream for forbidden content. Skips the content of streams, because any name
 * may occur in it by chance, except streams that hold objects.
 */
export class PdfScan {
  #text = ''
  /** The content so far of a stream that holds objects; undefined for others. */
  #objects: string[] | undefined
  #objectBytes = 0
  #allBytes = 0
  #isInStream = false
  #isPacked = false
  #hasRoot = false

  /** Takes the next chunk. @returns the first fault, if any */
  async take(chunk: string): Promise<string | undefined> {
    this.#text += chunk
    for (;;) {
      const fault = this.#isInStream ? await this.#leaveStream() : this.#enterStream()
      if (fault !== 'more') return fault === 'wait' ? undefined : fault
    }
  }

  /** Scans the rest after the last chunk. @returns the fault, if any */
  end(): string | undefined {
    if (this.#isInStream) return DAMAGED
    return this.#look(this.#text) ?? (this.#hasRoot ? undefined : DAMAGED)
  }

  /** Scans the text up to the next stream. Returns 'more' to continue, or 'wait' for the next chunk. */
  #enterStream(): string {
    const start = /stream\r?\n/.exec(this.#text)
    if (!start) {
      const looked = this.#text
      this.#text = looked.slice(-KEPT)
      return this.#look(looked) ?? 'wait'
    }
    const before = this.#text.slice(0, start.index)
    this.#text = this.#text.slice(start.index + start[0].length)
    this.#isInStream = true
    const dictionary = unescaped(before.slice(before.lastIndexOf(' obj')))
    this.#objects = OBJECTS.test(dictionary) ? [] : undefined
    this.#isPacked = dictionary.includes('/Filter')
    this.#objectBytes = 0
    return this.#look(before) ?? 'more'
  }

  /** Scans text outside streams. */
  #look(text: string): string | undefined {
    this.#hasRoot ||= ROOT.test(text)
    return faultIn(text)
  }

  async #leaveStream(): Promise<string> {
    const at = this.#text.indexOf('endstream')
    const content = at < 0 ? this.#text.slice(0, -'endstream'.length) : this.#text.slice(0, at)
    this.#text = this.#text.slice(at < 0 ? content.length : at + 'endstream'.length)
    if (this.#objects) {
      this.#objectBytes += content.length
      if (this.#objectBytes > ONE_BYTES) return DAMAGED
      this.#objects.push(content)
    }
    if (at < 0) return 'wait'
    this.#isInStream = false
    const fault = this.#objects ? await this.#faultInObjects(this.#objects.join('')) : undefined
    return fault ?? 'more'
  }

  async #faultInObjects(content: string): Promise<string | undefined> {
    if (!this.#isPacked) return faultIn(content)
    const bytes = await inflated(Buffer.from(content, 'latin1'), {
      maxOutputLength: ONE_BYTES,
      // The line end before the keyword does not belong to the data.
      finishFlush: 2,
    }).catch(() => undefined)
    if (!bytes) return DAMAGED
    this.#allBytes += bytes.length
    return this.#allBytes > ALL_BYTES ? DAMAGED : faultIn(bytes.toString('latin1'))
  }
}
