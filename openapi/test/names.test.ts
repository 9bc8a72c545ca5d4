import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Paths below a folder that fit. */
const pathsIn = (folder: string, fits: RegExp): string[] =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]) // names, as no other option is given
    .filter((name) => fits.test(name))

/** Texts of the files below a folder whose paths fit. */
const textsIn = (folder: string, fits: RegExp): string[] =>
  pathsIn(folder, fits).map((name) => readFileSync(join(root, folder, name), 'utf8'))

const wordsOf = (text: string): string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? []

/** Names of the contract, of what is generated from it, and of tables. */
const given = new Set(
  [
    ...textsIn('openapi', /[.]yaml$/),
    ...['contract', 'sdk'].flatMap((name) => textsIn(`packages/${name}/src/gen`, /[.]ts$/)),
    ...textsIn('packages/server/src/db', /[.](?:ts|sql)$/),
  ].flatMap(wordsOf),
)

/** The earlier name of a setting, the code of a use of files, and a word of a page's mark. */
const OWN = new Set(['DEMO_DATA', 'DEMO_', 'DEMO$', 'demonstrations', 'facadeModuleId'])

const CODE = /^(?!gen).*[.]tsx?$/

/**
 * Strings are matched before comments, because the `//` of an address in a string begins no comment. Template literals are
 * not matched; there, the colon before `//` tells an address.
 */
const STRING_OR_COMMENT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g

const PACKAGES = ['server', 'web', 'validators', 'sample']

test.each(PACKAGES)('“demo” is in no name of a file of %s', (name) => {
  expect(pathsIn(`packages/${name}/src`, CODE).filter((path) => /demo/i.test(path))).toEqual([])
})

test.each(PACKAGES)(
  '“demo” is in no name of %s but those of the contract and of tables: pilot and sample are two things',
  (name) => {
    const code = textsIn(`packages/${name}/src`, CODE).map((text) => text.replace(STRING_OR_COMMENT, ''))
    const names = new Set(code.flatMap(wordsOf).filter((word) => /demo/i.test(word)))
    expect([...names].filter((word) => !given.has(word) && !OWN.has(word))).toEqual([])
  },
)
