// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

test('the boxes of divisions are those of the map', () => {
  const made = execFileSync(process.execPath, [pathOf('../scripts/place-boxes.mjs'), '--print'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  })
  const stored = readFileSync(pathOf('../../validators/src/place-boxes/table.ts'), 'utf8')
  // Compared as a whole: a difference of 3,000 places is not for reading.
  expect(stored === made, 'run node scripts/place-boxes.mjs in packages/web').toBe(true)
})
