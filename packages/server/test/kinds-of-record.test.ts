import { readdirSync, readFileSync } from 'node:fs'
import { REVIEWED_KINDS } from '@xinchu/validators'
import { expect, test } from 'vitest'

const NAMES = 'entity|kind|bizType|itemType|biz_type'
const CODES = `'(${REVIEWED_KINDS.join('|')})'`
const ASKS = new RegExp(`\\b(${NAMES}) [!=]== ${CODES}|\\bcase ${CODES}`)

/** Lines of a package that do one thing for a kind of record and another for others. */
function asking(folder: string): string[] {
  const root = new URL(folder, import.meta.url)
  const names = readdirSync(root, { recursive: true }) as string[] // names, as no other option is given
  return names
    .filter((name) => /[.]tsx?$/.test(name) && !name.startsWith('gen'))
    .flatMap((name) =>
      readFileSync(new URL(name, root), 'utf8')
        .split('\n')
        .filter((line) => ASKS.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
}

// What differs stands in the kind's own folder, and the kind is read for it.
test.each(['server', 'web'])('nothing in the %s asks which kind a record is', (name) => {
  expect(asking(`../../${name}/src/`)).toEqual([])
})
