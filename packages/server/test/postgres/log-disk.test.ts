import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { call } from '../support/http.ts'
import { createDatabase } from '../support/postgres.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

const made: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of made.splice(0).reverse()) await undo()
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** A server whose log goes to a descriptor, or to a pipe that nobody reads. */
async function serverTo(stdout: number | 'pipe'): Promise<{ url: string; child: ChildProcess }> {
  const database = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '', process.env['TEST_TEMPLATE'])
  made.push(() => database.drop())
  const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-log-disk-'))
  made.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: database.url }
  const child = spawn(process.execPath, [join(packageRoot, 'dist/test/server.js')], {
    env: { ...process.env, ...env, CAPTCHA: 'off' },
    stdio: ['ignore', stdout, 'ignore'],
  })
  made.push(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await call(`${url}/api/health/ready`)).status, { timeout: 40_000 }).toBe(200)
  return { url, child }
}

/** A call whose line of the log is long. */
const longCall = (url: string) => call(`${url}/api/${'x'.repeat(8_000)}`)

/** Milliseconds until the process has ended after SIGTERM. */
async function endedIn(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit')
  const start = Date.now()
  child.kill('SIGTERM')
  await ended
  return Date.now() - start
}

test('a full disk loses lines of the log and nothing else, and says how many', async () => {
  const disk = mountSmallDisk(1)
  made.push(() => disk.remove())
  const path = join(disk.folder, 'log')
  const { url, child } = await serverTo(openSync(path, 'a'))
  disk.fill()
  for (let at = 0; at < 5; at += 1) {
    await longCall(url)
    expect((await call(`${url}/api/health/ready`)).status).toBe(200)
  }
  disk.free()
  await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 20_000 }).toContain('log lines dropped')
  const told = readFileSync(path, 'utf8')
    .split('\n')
    .find((line) => line.includes('log lines dropped'))
  expect(JSON.parse(told ?? '{}')).toMatchObject({ count: expect.any(Number), since: expect.any(String) })
  disk.fill()
  await longCall(url)
  expect(await endedIn(child)).toBeLessThan(12_000)
})

test('a pipe that nobody reads holds up neither calls nor the end', async () => {
  const { url, child } = await serverTo('pipe')
  for (let at = 0; at < 150; at += 1) await longCall(url)
  expect((await call(`${url}/api/health/ready`)).status).toBe(200)
  expect(await endedIn(child)).toBeLessThan(12_000)
})
