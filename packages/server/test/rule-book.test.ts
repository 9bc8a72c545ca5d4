import { readdirSync, readFileSync } from 'node:fs'
import { ruleBook } from '@xinchu/validators/book'
import { expect, test } from 'vitest'

/** Source texts of a package, without the book itself. */
function sourcesOf(folder: string): string {
  const root = new URL(folder, import.meta.url)
  return (readdirSync(root, { recursive: true }) as string[]) // names, as no other option is given
    .filter((name) => /[.]tsx?$/.test(name) && !/^book|^severity|^gen/.test(name))
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n')
}

// A code that is not in the book does not compile: helpers take a RuleCode.
test('each rule of the book is run by the validators, the server or the portal', () => {
  const sources = ['..', '../../validators', '../../web'].map((root) => sourcesOf(`${root}/src/`)).join()
  const run = new Set([...sources.matchAll(/'([A-Z]-\d{3}|OUT-[A-Z])'/g)].map(([, code]) => code))
  expect(ruleBook.map(({ code }) => code).filter((code) => !run.has(code))).toEqual([])
})
