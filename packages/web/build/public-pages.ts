import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import type { DrawnPage } from '../src/public/render.tsx'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = (path: string) => join(root, 'src', path)

const APPLICATION = ['main.ts', 'shell/layout-route.tsx']
const START = 'public/main.ts'
// The parts of the application that are fetched before anyone turns to a form.
const LIBRARIES = /assets\/(?:query|router)-/
// What a document starts by itself.
const STARTED = ['main.ts', START]
const STYLES = 'public/public.css'
const SCREENS: Readonly<Record<string, string>> = {
  login: 'features/session/login.tsx',
  register: 'features/session/register.tsx',
  editpassword: 'features/session/edit-password.tsx',
}

type Bundle = Rolldown.OutputBundle

interface Parts {
  scripts: readonly string[]
  styles: readonly string[]
  modules: readonly string[]
}

/**
 * What must be there before modules can run: their parts of the build, and all that these import.
 * @param entries modules that the document itself starts, and others that these will import at once
 */
function partsOf(bundle: Bundle, entries: readonly string[]): Parts {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const found = new Map<string, Rolldown.OutputChunk>()
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk.fileName)) return
    found.set(chunk.fileName, chunk)
    for (const name of chunk.imports) take(chunks.find(({ fileName }) => fileName === name))
  }
  for (const path of entries) {
    // A part that is imported later has a door of its own, which hands out what a shared part holds.
    const door = chunks.find(({ facadeModuleId }) => facadeModuleId === source(path))
    const part = chunks.find(({ moduleIds }) => moduleIds.includes(source(path)))
    if (!part) throw new Error(`no part of the build holds ${path}`)
    take(STARTED.includes(path) ? part : (door ?? part))
  }
  const taken = [...found.values()]
  return {
    scripts: taken.map(({ fileName }) => fileName),
    styles: [...new Set(taken.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
    modules: taken.flatMap(({ moduleIds }) => moduleIds),
  }
}

/** Refuses modules whose classes the styles of the public pages do not hold. */
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

const textOf = (bundle: Bundle, name: string): string => {
  const asset = bundle[name]
  if (asset?.type !== 'asset') throw new Error(`the build has no ${name}`)
  return asset.source.toString()
}

const preloads = (html: string, scripts: readonly string[]) =>
  scripts
    .filter((name) => !html.includes(`"/${name}"`))
    .map((name) => `    <link rel="modulepreload" crossorigin href="/${name}">\n`)
    .join('')

// The styles of the public pages stand in their documents.
const withoutStyles = (html: string) => html.replace(/^.*<link rel="stylesheet".*\n/gm, '')

const intoHead = (html: string, text: string) => html.replace('  </head>', () => `${text}  </head>`)

const named = (name: string, files: readonly string[]) =>
  `    <meta name="${name}" content="${files.map((each) => `/${each}`).join(' ')}">\n`

/** The document of a page before the log-in: drawn, with its styles in it, and naming what is to be fetched ahead. */
function publicDocument(bundle: Bundle, template: string, { name, title, html }: DrawnPage): string {
  const screen = SCREENS[name.split('.')[0] ?? '']
  if (!screen) throw new Error(`no module is known for the page ${name}`)
  const { scripts, styles, modules } = partsOf(bundle, [START, screen])
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
  return intoHead(withoutStyles(template), head.join(''))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-drawn="${name}">${html}</div>`)
}

/** The document of the application: names all that it needs at once, so that nothing is found out one after the other. */
function applicationDocument(bundle: Bundle, template: string): string {
  const { scripts, styles } = partsOf(bundle, APPLICATION)
  const missing = styles.filter((name) => !template.includes(`"/${name}"`))
  const sheets = missing.map((name) => `    <link rel="stylesheet" crossorigin href="/${name}">\n`).join('')
  return intoHead(template, preloads(template, scripts) + sheets)
}

/**
 * Draws the pages before the log-in at build, each into a document of its own, which paints before any script has come.
 * Sets in every document what must run before the first paint; the server allows it by its digest.
 */
export const publicPages: Plugin = {
  name: 'public-pages',
  enforce: 'post',
  transformIndexHtml: (html) =>
    html.replace('<script src="/boot.js"></script>', () => {
      const boot = readFileSync(join(root, 'build/boot.js'), 'utf8').replace(/^\s*\/\/.*\n/gm, '')
      return `<script>${boot.trim()}</script>`
    }),
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const template = textOf(bundle, 'public.html')
      delete bundle['public.html']
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('the build has no index.html')
      const { module } = await runnerImport<{ drawnPages: readonly DrawnPage[] }>(
        source('public/render.tsx'),
        { configFile: false, root, logLevel: 'error' },
      )
      for (const page of module.drawnPages) {
        const document = publicDocument(bundle, template, page)
        this.emitFile({ type: 'asset', fileName: `${page.name}.html`, source: document })
      }
      index.source = applicationDocument(bundle, index.source.toString())
    },
  },
}
