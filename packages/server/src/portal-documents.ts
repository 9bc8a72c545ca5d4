import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface PortalDocument {
  text: string
  /** Weak, since the same text goes out in several encodings. */
  etag: string
  /** The directives that allow the scripts and style sheets that stand in the document, by their digests, and no others. */
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

/** The documents of the built portal, read again when a newer portal was put in their place. */
export class PortalDocuments {
  readonly folder: string
  readonly #known = new Map<string, { mtimeMs: number; document: PortalDocument }>()

  constructor(folder: string) {
    this.folder = folder
  }

  /** A document by its name; the application's where the portal has no such one. @throws Error where it has none at all */
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
