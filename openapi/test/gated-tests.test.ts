import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { digestOfGroup, groups, inputsOf } from '../../scripts/lib/gated.mjs'
import { modulesOf } from '../../scripts/lib/modules.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What is built or installed: its sources and locked versions are inputs. */
const MADE = /(?:^|\/)(?:dist|node_modules|\.cache|gen)(?:\/|$)/

/** Files and folders of the repository that a test, or its support, names in a text. */
function placesNamedBy(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const [, folder = ''] = /^(packages\/\w+|e2e|openapi)\//.exec(file) ?? []
  const named = [...text.matchAll(/['"`](?:\$\{\w+\}\/?)?([\w./-]*\/[\w./-]+|[\w-]+\.\w+)['"`]/g)].map(
    ([, each = '']) => each,
  )
  return named.flatMap((each) => {
    const found = [dirname(file), folder, ''].map((from) => join(root, from, each)).find(existsSync)
    const path = found && relative(root, found).replaceAll('\\', '/').replace(/\/$/, '')
    return !path || path.startsWith('..') || MADE.test(path) ? [] : [path]
  })
}

test.each(Object.entries(groups))('the inputs of %s include all that its tests name', (_name, group) => {
  const inputs = inputsOf(group)
  const isCovered = (place: string) => inputs.some((file) => file === place || file.startsWith(`${place}/`))
  const own = modulesOf(group.tests).filter((file) =>
    /^(?:e2e|openapi\/clients|packages\/docs|packages\/\w+\/test)\//.test(file),
  )
  expect(own).toEqual(expect.arrayContaining([...group.tests]))
  const missing = own.flatMap((file) =>
    placesNamedBy(file).flatMap((place) => (isCovered(place) ? [] : [`${file} names ${place}`])),
  )
  expect(missing).toEqual([])
})

test.each(Object.entries(groups))('the inputs of %s are sources alone, from any clone', (_name, group) => {
  expect(inputsOf(group).filter((file) => MADE.test(file) || !existsSync(join(root, file)))).toEqual([])
})

test.each(Object.entries(groups))(
  'the digest of %s can be told, though packages need each other',
  (_name, group) => {
    expect(digestOfGroup(group)).toMatch(/^[0-9a-f]{64}$/)
  },
)
