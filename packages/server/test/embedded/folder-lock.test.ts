import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { fillFolder, embeddedTemplate as template } from '../support/database.ts'
import { call, logIn } from '../support/http.ts'
import { startServer } from '../support/server-process.ts'

const made: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of made.splice(0).reverse()) await undo()
})

function folder(prefix = 'xinchu-lock-'): string {
  const path = mkdtempSync(join(tmpdir(), prefix))
  made.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function start(dataDir: string) {
  const server = await startServer({ DATA_DIR: dataDir })
  made.push(async () => {
    server.kill('SIGKILL')
    await server.ended
  })
  return server
}

/** Starts a server in a process namespace of its own, as a container does. Returns what it says when it ends. */
async function inContainer(dataDir: string): Promise<{ code: number; output: string }> {
  const { DATABASE_URL: _none, ...env } = process.env
  const child = spawn(
    'unshare',
    ['--pid', '--fork', '--mount-proc', process.execPath, join(packageRoot, 'dist/test/server.js')],
    { env: { ...env, HOST: '127.0.0.1', PORT: '0', CAPTCHA: 'off', DATA_DIR: dataDir } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

test('two process namespaces never open one folder, and what the first has written stays', async () => {
  expect(spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status).toBe(0)
  const dataDir = folder()
  await fillFolder(dataDir)
  const server = await start(dataDir)
  const refused = await inContainer(dataDir)
  expect(refused.code).toBe(1)
  expect(refused.output).toMatch(/数据目录正被\S+ 的进程 \d+ 使用/)
  const token = await logIn(server.url, 'enterprise_yc')
  const list = await call(`${server.url}/api/esProject/queryCustom?size=1`, {
    headers: { Authorization: token },
  })
  expect(list.status).toBe(200)
})

test('the lock of a killed server is taken over, also in a folder with a long name', async () => {
  const dataDir = join(folder(`xinchu-${'long'.repeat(30)}-`), 'data')
  await fillFolder(dataDir)
  const server = await start(dataDir)
  server.kill('SIGKILL')
  await server.ended
  expect(existsSync(join(dataDir, 'server.sock'))).toBe(true)
  const opened = await openDatabase({ dataDir, template })
  await expect(openDatabase({ dataDir, template })).rejects.toThrow('数据目录正被')
  await opened.close()
  expect(readdirSync(dataDir).filter((name) => /sock|^\.(?:server|dead)/.test(name))).toEqual([])
})

test('a server whose lock is taken away ends', async () => {
  const dataDir = folder()
  await fillFolder(dataDir)
  const server = await start(dataDir)
  rmSync(join(dataDir, 'server.sock'))
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('数据目录的锁已被移走')
})
