import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { fillFolder } from '../support/database.ts'
import { startServer } from '../support/server-process.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'xinchu-fatal-'))
  await fillFolder(dataDir)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const linesOf = (output: string) => output.split('\n').filter((line) => line.startsWith('{'))

test('an error that nobody caught is one line of the log, an orderly end and exit code 1', async () => {
  const preload = pathToFileURL(join(packageRoot, 'test/support/throw-later.mjs')).href
  const server = await startServer({ DATA_DIR: dataDir }, preload)
  expect(await server.ended).toBe(1)
  const fatal = linesOf(server.output()).filter((line) => line.includes('planted fault'))
  expect(fatal).toHaveLength(1)
  expect(JSON.parse(fatal[0] ?? '')).toMatchObject({
    level: 60,
    origin: 'uncaughtException',
    err: { message: 'planted fault', stack: expect.any(String) },
  })
  // The embedded database was closed: the next start takes the folder without waiting.
  const next = await startServer({ DATA_DIR: dataDir })
  next.kill('SIGTERM')
  next.kill('SIGINT')
  expect(await next.ended).toBe(0)
  expect(linesOf(next.output()).filter((line) => /"level":[56]0/.test(line))).toEqual([])
}, 180_000)
