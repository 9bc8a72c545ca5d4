import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface PortalDocument {
  text: string
  /** A weak ETag, because the same text is sent in several encodings. */
  etag: string
  /** CSP directives that allow exactly the document's inline scripts and style sheets, by digest. */
  inlinePolicy: string
}

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

const digestsOf = (text: string, inline: RegExp) =>
  [...text.matchAll(inline)].map(([, content = '']) => `'sha256-${sha256(content)}'`)

function documentOf(text: string): PortalDocument {
  const scripts = ["script-src 'self'", ...digestsOf(text, INLINE_SCRIPT)].join(' ')
  const styles = ["style-src-elem 'self'", ...digestsOf(text, INLINE_STYLE)].join(' ')
  return {
    text,
    etag: `W/"${sha256(text).slice(0, 27)}"`,
    inlinePolicy: `${scripts};${styles}`,
  }
}

/** Documents of the built portal. Reread after a deployment. */
export class PortalDocuments {
  readonly folder: string
  readonly #known = new Map<string, { mtimeMs: number; document: PortalDocument }>()

  constructor(folder: string) {
    this.folder = folder
  }

  /** Returns a document by name, falling back to the application's. @throws Error if the portal has no documents */
  async get(name: string): Promise<PortalDocument> {
    const file = join(this.folder, `${name}.html`)
    const found = await stat(file).catch((error: unknown) => {
      if (name === 'index') throw error
    })
    if (!found) return this.get('index')
    const known = this.#known.get(name)
    if (known?.mtimeMs === found.mtimeMs) return known.document
    const document = documentOf(await readFile(file, 'utf8'))
    this.#known.set(name, { mtimeMs: found.mtimeMs, document })
    return document
  }
}
