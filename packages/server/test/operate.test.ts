/** The page for operators names what there is. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { SETTINGS, variableOf } from '../src/config/settings.ts'
import { readConfig } from '../src/config.ts'
import { packageRoot } from '../src/runtime/package-root.ts'

const root = join(packageRoot, '../..')
const page = readFileSync(join(root, 'docs/operate.md'), 'utf8')
const named = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name = '']) => name)

const scriptsIn = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts

test('every setting that it names is one', () => {
  const settings = Object.values(SETTINGS).flatMap((group) => Object.keys(group).map(variableOf))
  const names = named(/`([A-Z]+(?:_[A-Z]+)+)/g)
  expect(names).not.toHaveLength(0)
  expect(names.filter((name) => !settings.includes(name))).toEqual([])
})

test('every address that it names is one of the contract', () => {
  const names = named(/`(\/api\/[^`]+)`/g)
  expect(names).not.toHaveLength(0)
  expect(names.filter((name) => !(name in document.paths))).toEqual([])
})

test('the commands that it names start the server', () => {
  expect(named(/`node (\S+)`/g)).toEqual([
    `packages/server/${scriptsIn('packages/server')['start']?.slice(5)}`,
  ])
  expect(named(/`npm (\S+)`/g).filter((name) => !(name in scriptsIn('')))).toEqual([])
})

test('a service manager waits longer than a server takes to stop', () => {
  const { drainSeconds, endSeconds } = readConfig({ DATABASE_URL: 'postgres://xinchu@db/xinchu' })
  const [seconds] = named(/TimeoutStopSec=(\d+)/g)
  expect(Number(seconds)).toBeGreaterThan(drainSeconds + endSeconds)
})
