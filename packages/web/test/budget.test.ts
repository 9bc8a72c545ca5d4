// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const K = 1_024

if (!existsSync(`${dist}/login.html`)) throw new Error('there is no build to weigh; run `pnpm build` first')

const document = (name: string) => readFileSync(`${dist}/${name}.html`, 'utf8')
const sizeOf = (path: string) => gzipSync(readFileSync(`${dist}${path}`), { level: 9 }).length
const weightOf = (paths: Iterable<string>) => [...paths].reduce((sum, path) => sum + sizeOf(path), 0)

/** The scripts that a document asks for before it is at work. */
const scriptsOf = (html: string) =>
  new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path))

/** What a script imports at once. */
const importsOf = (path: string) =>
  [...readFileSync(`${dist}${path}`, 'utf8').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(
    ([, name]) => `/assets/${name}`,
  )

const aheadOf = (html: string) =>
  (/name="libraries" content="([^"]*)"/.exec(html)?.[1] ?? '')
    .split(' ')
    .filter((path) => path.endsWith('.js'))

describe('what a page loads before it can be used, compressed', () => {
  test('the log-in takes at most 85 K of scripts, and 125 K with what is fetched ahead', () => {
    const html = document('login')
    expect(weightOf(scriptsOf(html))).toBeLessThanOrEqual(85 * K)
    expect(weightOf(new Set([...scriptsOf(html), ...aheadOf(html)]))).toBeLessThanOrEqual(125 * K)
  })

  test('the log-in paints with its document alone, of at most 14 K: what a first answer brings', () => {
    const html = document('login')
    expect(html).not.toContain('rel="stylesheet"')
    expect(gzipSync(html).length).toBeLessThanOrEqual(14 * K)
  })

  test.each(['login', 'register', 'editpassword', 'editpassword.session', 'index'])(
    'the document %s names every script that its scripts import at once',
    (name) => {
      const named = scriptsOf(document(name))
      expect(named.size).toBeGreaterThan(0)
      for (const path of named) for (const imported of importsOf(path)) expect([...named]).toContain(imported)
    },
  )
})
