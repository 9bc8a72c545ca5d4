import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface PortalDocument {
  text: string
  /** Weak, since the same text goes out in several encodings. */
  etag: string
  /** The directive that allows the scripts that stand in the document, by their digests, and no other inline ones. */
  scriptPolicy: string
}

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

function documentOf(text: string): PortalDocument {
  const digests = [...text.matchAll(INLINE_SCRIPT)].map(([, script = '']) => `'sha256-${sha256(script)}'`)
  return {
    text,
    etag: `W/"${sha256(text).slice(0, 27)}"`,
    scriptPolicy: ["script-src 'self'", ...digests].join(' '),
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
