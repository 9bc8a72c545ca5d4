import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('pdfjs-dist/package.json'))
const { version } = require('pdfjs-dist/package.json') as { version: string } // its own manifest

/** Files below `assets` are cached for good, so the address has the version. */
const BASE = `assets/pdfjs-${version}/`

/** What documents without embedded fonts need, and the decoder of JPEG 2000 without WebAssembly. */
const isNeeded = (path: string) =>
  path.startsWith('cmaps/') || path.startsWith('standard_fonts/') || path.endsWith('nowasm_fallback.js')

const files = ['cmaps', 'standard_fonts', 'wasm']
  .flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
  .filter(isNeeded)

/** Serves character maps and standard fonts of PDF documents from the portal's own files. */
export const pdfPlugin: Plugin = {
  name: 'pdf-data',
  config: () => ({ define: { __PDF_DATA__: JSON.stringify(`/${BASE}`) } }),
  configureServer({ middlewares }) {
    middlewares.use(`/${BASE}`, ({ url = '' }, response, next) => {
      const path = files.find((each) => url === `/${each}`)
      if (path) response.end(readFileSync(join(folder, path)))
      else next()
    })
  },
  generateBundle() {
    for (const path of files)
      this.emitFile({ type: 'asset', fileName: BASE + path, source: readFileSync(join(folder, path)) })
  },
}
