import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Texts of the files below a folder whose names fit. */
const textsIn = (folder: string, fits: RegExp): string[] =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]) // names, as no other option is given
    .filter((name) => fits.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))

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

test.each(['server', 'web', 'validators', 'sample'])(
  '“demo” is in no name of %s but those of the contract and of tables: pilot and sample are two things',
  (name) => {
    const code = textsIn(`packages/${name}/src`, /^(?!gen).*[.]tsx?$/).map((text) =>
      text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, ''),
    )
    const names = new Set(code.flatMap(wordsOf).filter((word) => /demo/i.test(word)))
    expect([...names].filter((word) => !given.has(word) && !OWN.has(word))).toEqual([])
  },
)
