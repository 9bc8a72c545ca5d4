import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FirstCalls } from './first-replies.ts'

export interface PortalDocument {
  /** Text of the document. @param first JSON that its script finds, safe inside a script element */
  textWith(first: string): string
  /** A weak ETag, because the same text is sent in several encodings. */
  etag: string
  /** CSP directives that allow exactly the document's inline scripts and style sheets, by digest. */
  inlinePolicy: string
}

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g

const EMPTY_START = '<script type="application/json" id="first">'
const EMPTY = `${EMPTY_START}</script>`

/** Files and what was made of them, until they change. */
class KeptFiles<Made> {
  readonly #make: (text: string) => Made
  readonly #known = new Map<string, { mtimeMs: number; made: Made }>()

  constructor(make: (text: string) => Made) {
    this.#make = make
  }

  /** Undefined for a file that does not exist. */
  async read(file: string): Promise<Made | undefined> {
    const found = await stat(file).catch(() => undefined)
    if (!found) return undefined
    const known = this.#known.get(file)
    if (known?.mtimeMs === found.mtimeMs) return known.made
    const made = this.#make(await readFile(file, 'utf8'))
    this.#known.set(file, { mtimeMs: found.mtimeMs, made })
    return made
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

const digestsOf = (text: string, inline: RegExp) =>
  [...text.matchAll(inline)].map(([, content = '']) => `'sha256-${sha256(content)}'`)

function documentOf(text: string): PortalDocument {
  const scripts = ["script-src 'self'", ...digestsOf(text, INLINE_SCRIPT)].join(' ')
  const styles = ["style-src-elem 'self'", ...digestsOf(text, INLINE_STYLE)].join(' ')
  return {
    textWith: (first) => (first ? text.replace(EMPTY, () => `${EMPTY_START}${first}</script>`) : text),
    etag: `W/"${sha256(text).slice(0, 27)}"`,
    inlinePolicy: `${scripts};${styles}`,
  }
}

/** Documents and first calls of the built portal. Reread after a deployment. */
export class PortalDocuments {
  readonly folder: string
  readonly #documents = new KeptFiles(documentOf)
  readonly #calls = new KeptFiles((text): FirstCalls => JSON.parse(text))

  constructor(folder: string) {
    this.folder = folder
  }

  /** Returns a document by name, falling back to the application's. @throws Error if the portal has no documents */
  async get(name: string): Promise<PortalDocument> {
    const found = await this.#documents.read(join(this.folder, `${name}.html`))
    if (found) return found
    if (name === 'index') throw new Error(`${this.folder} has no index.html`)
    return this.get('index')
  }

  /** First calls of its pages; undefined if the build states none. */
  firstCalls(): Promise<FirstCalls | undefined> {
    return this.#calls.read(join(this.folder, 'first-calls.json'))
  }
}
