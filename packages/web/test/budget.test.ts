// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
// As in every budget here: gzip -9, K = 1,024 bytes.
const K = 1_024

if (!existsSync(`${dist}/login.html`)) throw new Error('there is no build to weigh; run `pnpm build` first')

const document = (name: string) => readFileSync(`${dist}/${name}.html`, 'utf8')
const sizeOf = (path: string) => gzipSync(readFileSync(`${dist}${path}`), { level: 9 }).length
const weightOf = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + sizeOf(path), 0)

/** The scripts that a document asks for before it is at work. */
const scriptsOf = (html: string) =>
  new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path))

/** Static imports of a script. */
const importsOf = (path: string) =>
  [...readFileSync(`${dist}${path}`, 'utf8').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(
    ([, name]) => `/assets/${name}`,
  )

/** Dynamic imports of a script. */
const laterOf = (path: string) =>
  [...readFileSync(`${dist}${path}`, 'utf8').matchAll(/import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(
    ([, name]) => `/assets/${name}`,
  )

const aheadOf = (html: string) =>
  (/name="libraries" content="([^"]*)"/.exec(html)?.[1] ?? '')
    .split(' ')
    .filter((path) => path.endsWith('.js'))

/** These scripts and all that they import at once. */
function withImports(paths: Iterable<string>): Set<string> {
  const found = new Set(paths)
  for (const path of found) for (const imported of importsOf(path)) found.add(imported)
  return found
}

const assets = readdirSync(`${dist}/assets`).map((name) => `/assets/${name}`)

const nameOf = (path: string) => path.replace(/^\/assets\/(.*)-[\w-]{8}\.js$/, '$1')

/** The part of the build of this name. */
function partOf(name: string): string {
  const [part, ...others] = assets.filter((path) => nameOf(path) === name)
  if (part === undefined || others.length > 0) throw new Error(`which part of the build is ${name}?`)
  return part
}

const frame = withImports(scriptsOf(document('index')))

/** Scripts that a screen loads in addition to the frame's. */
const screenOf = (part: string) => [...withImports([part])].filter((path) => !frame.has(path))

/** The parts of the build that hold the screens of the frame. */
function screenParts(): string[] {
  const source = ['shell/screen-parts', 'features/further-parts']
    .map((name) => readFileSync(fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)), 'utf8'))
    .join()
  const names = new Set([...source.matchAll(/import\('[\w./-]*?([\w-]+)\.tsx'\)/g)].map(([, name]) => name))
  return assets.filter((path) => names.has(nameOf(path)))
}

describe('what a page loads before it can be used, compressed', () => {
  test('the log-in takes at most 88 K of scripts, and 126 K with what is fetched ahead', () => {
    const html = document('login')
    expect(weightOf(scriptsOf(html))).toBeLessThanOrEqual(88 * K)
    expect(weightOf(new Set([...scriptsOf(html), ...aheadOf(html)]))).toBeLessThanOrEqual(126 * K)
  })

  test('the log-in paints with its document alone, of at most 14 K: what a first answer brings', () => {
    const html = document('login')
    expect(html).not.toContain('rel="stylesheet"')
    expect(gzipSync(html).length).toBeLessThanOrEqual(14 * K)
  })

  // A chunk that imports from the application's would start it over the public page, which loses what was typed.
  test('the application is started by its own address alone, not by a part of a public page', () => {
    const app = partOf('app')
    const reached = new Set(scriptsOf(document('login')))
    for (const path of reached) {
      if (path === app) continue
      const imported = importsOf(path)
      expect([path, imported.includes(app)]).toEqual([path, false])
      for (const next of [...imported, ...laterOf(path)]) reached.add(next)
    }
    expect(reached.size).toBeGreaterThan(10)
  })

  test.each([
    'login',
    'register',
    'editpassword',
    'editpassword.session',
    'verify',
    'verify.session',
    'publicity',
    'publicity.session',
    'objection',
    'objection.session',
    'index',
    'plain',
  ])('the document %s names every script that its scripts import at once', (name) => {
    const named = scriptsOf(document(name))
    expect(named.size).toBeGreaterThan(0)
    for (const path of named) for (const imported of importsOf(path)) expect([...named]).toContain(imported)
  })
})

describe('what a logged-in user loads, compressed', () => {
  const landing = new Set([...frame, ...screenOf(partOf('scale-screen'))])

  test('the landing with the map takes at most 164 K of scripts before its charts, and 400 K with them', () => {
    expect(weightOf(landing)).toBeLessThanOrEqual(164 * K)
    const charts = withImports([partOf('echarts'), partOf('100000')])
    expect(weightOf(new Set([...landing, ...charts]))).toBeLessThanOrEqual(400 * K)
  })

  test('each further view takes at most 25 K besides what it shares with others', () => {
    const screens = screenParts().map((part) => ({ part, paths: screenOf(part) }))
    expect(screens.length).toBeGreaterThan(20)
    const views = (path: string) => screens.filter(({ paths }) => paths.includes(path)).length
    for (const { part, paths } of screens)
      expect([part, weightOf(paths.filter((path) => views(path) <= 2)) / K]).toEqual([
        part,
        expect.toSatisfy((weight: number) => weight <= 25),
      ])
  })

  test('neither dialogs and menus nor the search nor tables come before they are asked for', () => {
    for (const name of ['radix', 'search-dialog', 'lists', 'echarts', 'fields'])
      expect(landing).not.toContain(partOf(name))
  })

  test('the frame is painted by its document, of at most 14 K, and waits for no style sheet', () => {
    const html = document('index')
    expect(gzipSync(html).length).toBeLessThanOrEqual(14 * K)
    const [head = '', body = ''] = html.split('</head>')
    expect(head).not.toContain('rel="stylesheet"')
    expect(body.indexOf('rel="stylesheet"')).toBeGreaterThan(body.indexOf('data-part="side"'))
  })
})

// The server recognises workers by their folder, and answers them with the policy that a worker needs.
test('each worker of the build is in the folder of workers', () => {
  const texts = assets
    .filter((path) => path.endsWith('.js'))
    .map((path) => readFileSync(`${dist}${path}`, 'utf8'))
  const workers = texts.flatMap((text) =>
    [...text.matchAll(/new Worker\(\s*new URL\(\s*["'`]([^"'`]+)/g)].map(([, path]) => path),
  )
  expect(workers.length).toBeGreaterThan(0)
  for (const path of workers) expect(path).toMatch(/(?:^|\/)workers\//)
})
