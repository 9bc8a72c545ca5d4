import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { DrawnPage } from '../src/public/render.tsx'
import { APPLICATION, type Bundle, partsOf, root, START, source, textOf } from './bundle.ts'
import { inlineScript, intoHead, intoRoot, preloads, withoutStyles } from './document.ts'

// Chunks of the application that are prefetched before the visitor starts a form.
const LIBRARIES = /assets\/(?:query|router)-/
const STYLES = 'public/public.css'

/** Fails for modules whose classes are missing from the public pages' styles. */
function checkStyles(modules: readonly string[]): void {
  const text = readFileSync(source(STYLES), 'utf8')
  const named = [...text.matchAll(/@source "([^"]+)"/g)].map(([, path = '']) =>
    resolve(dirname(source(STYLES)), path),
  )
  const missing = modules.filter(
    (id) =>
      id.startsWith(source('')) &&
      id.endsWith('.tsx') &&
      !named.some((path) => id === path || id.startsWith(`${path}/`)),
  )
  if (missing.length > 0)
    throw new Error(`${STYLES} names no source for ${missing.map((id) => relative(root, id)).join(', ')}`)
}

const named = (name: string, files: readonly string[]) =>
  `    <meta name="${name}" content="${files.map((each) => `/${each}`).join(' ')}">\n`

/** A public page's document: prerendered, with inline styles and the files to prefetch. */
function publicDocument(bundle: Bundle, template: string, page: DrawnPage): string {
  const { scripts, styles, modules } = partsOf(bundle, [START, page.source])
  checkStyles(modules)
  const ahead = partsOf(bundle, APPLICATION)
  const files = [...ahead.scripts.filter((each) => !scripts.includes(each)), ...ahead.styles]
  const libraries = files.filter((each) => LIBRARIES.test(each))
  const rest = files.filter((each) => !libraries.includes(each))
  const head = [
    named('libraries', libraries),
    named('application', rest),
    preloads(template, scripts),
    `    <style>${styles.map((each) => textOf(bundle, each).trim()).join('')}</style>\n`,
  ]
  const document = intoHead(withoutStyles(template), head.join('')).replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${page.title}</title>`,
  )
  return intoRoot(document, `data-drawn="${page.name}"`, page.html)
}

/**
 * Prerenders each public page to its own document, which paints before any script loads. Inlines in every document the
 * scripts that must run before the first paint. The server allows them by digest.
 */
export const publicPages: Plugin = {
  name: 'public-pages',
  enforce: 'post',
  transformIndexHtml: (html) =>
    html.replace('<script src="/boot.js"></script>', () => inlineScript(['boot.js'])),
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const template = textOf(bundle, 'public.html')
      delete bundle['public.html']
      const { module } = await runnerImport<{ drawnPages: readonly DrawnPage[] }>(
        source('public/render.tsx'),
        { configFile: false, root, logLevel: 'error' },
      )
      for (const page of module.drawnPages) {
        const document = publicDocument(bundle, template, page)
        this.emitFile({ type: 'asset', fileName: `${page.name}.html`, source: document })
      }
    },
  },
}
