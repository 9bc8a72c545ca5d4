import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../src/index.ts'
import { fileStore } from '../src/node/index.ts'
import { firstTokens, startPlatform } from './support/server.ts'

let dir: string
const closing: (() => unknown)[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'xinchu-store-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(dir, { recursive: true })
})

async function platform() {
  const server = await startPlatform()
  closing.push(server.close)
  return server
}

test('a session survives the process, in a file and a folder that only its owner can read', async () => {
  const path = join(dir, 'config', 'session.json')
  await fileStore(path).write(firstTokens)
  expect(await fileStore(path).read()).toEqual(firstTokens)
  expect([statSync(path).mode & 0o777, statSync(join(dir, 'config')).mode & 0o777]).toEqual([0o600, 0o700])
  await fileStore(path).write(undefined)
  expect([await fileStore(path).read(), await readdir(join(dir, 'config'))]).toEqual([undefined, []])
})

test.each(['', '{"token":', '[]', '{"token":5}', 'null'])(
  'a file that holds %j is as good as none',
  async (text) => {
    const path = join(dir, 'session.json')
    writeFileSync(path, text)
    expect(await fileStore(path).read()).toBeUndefined()
  },
)

test('processes that share a session make one refresh between them, round after round', async () => {
  const path = join(dir, 'session.json')
  const server = await platform()
  await fileStore(path).write(firstTokens)
  const processes = Array.from({ length: 3 }, () =>
    fork(fileURLToPath(new URL('support/calling-process.ts', import.meta.url)), [server.url, path], {
      execArgv: ['--conditions=@xinchu/source', '--import=tsx'],
    }),
  )
  closing.push(() => processes.map((process) => process.kill()))
  await Promise.all(processes.map((process) => once(process, 'message')))
  for (let round = 1; round <= 10; round++) {
    server.expire()
    const answers = processes.map(async (process) => {
      process.send('call')
      return (await once(process, 'message'))[0]
    })
    expect(await Promise.all(answers)).toEqual([3, 3, 3])
    expect(server.count('/auth/refresh')).toBe(round)
  }
  expect(server.state.reuse).toBe(0)
})

describe('a lock that a process left behind', () => {
  const later = Date.now() / 1000 + 3_600
  const ago = Date.now() / 1000 - 60
  /** The number of a process that has been killed. */
  async function deadProcess(): Promise<number> {
    const process = fork('-e', ['0'], { execArgv: [], stdio: 'ignore' })
    process.kill('SIGKILL')
    await once(process, 'exit')
    return process.pid ?? 0
  }

  test.each([
    ['of which nothing is known, long ago', async () => 'dead', ago],
    ['that was killed just now', async () => `mark ${hostname()} ${await deadProcess()}`, undefined],
    ['on another machine that went off', async () => 'mark elsewhere 1', undefined],
    ['on a machine whose clock was ahead', async () => 'mark elsewhere 1', later],
  ])('%s is taken over within 2 s, by one of those that wait', async (_what, textOf, touched) => {
    const path = join(dir, 'session.json')
    const server = await platform()
    await fileStore(path).write(firstTokens)
    writeFileSync(`${path}.lock`, await textOf())
    if (touched) utimesSync(`${path}.lock`, touched, touched)
    server.expire()
    const started = performance.now()
    const clients = [1, 2].map(() => createClient({ baseUrl: server.url, session: fileStore(path) }))
    await Promise.all(clients.map((client) => client.messages.getUnreadCount()))
    expect(performance.now() - started).toBeLessThan(2_500)
    expect(server.count('/auth/refresh')).toBe(1)
    expect(await readdir(dir)).toEqual(['session.json'])
  })

  test('and that is a link to nowhere is taken over within 2 s too, without keeping a processor busy', async () => {
    const path = join(dir, 'session.json')
    symlinkSync(join(dir, 'nowhere'), `${path}.lock`)
    const [started, before] = [performance.now(), process.cpuUsage()]
    await fileStore(path).exclusively?.(async () => undefined)
    const { user, system } = process.cpuUsage(before)
    expect(performance.now() - started).toBeLessThan(2_500)
    expect((user + system) / 1_000).toBeLessThan(800)
    expect(await readdir(dir)).toEqual([])
  })

  test('of somebody who lives and never ends is waited for a minute, and the calls say what is held', async () => {
    const path = join(dir, 'session.json')
    const server = await platform()
    await fileStore(path).write(firstTokens)
    server.expire()
    const ending = new AbortController()
    const isOver = new Promise((resolve) => ending.signal.addEventListener('abort', resolve))
    const held = fileStore(path).exclusively?.(() => isOver)
    const client = createClient({ baseUrl: server.url, session: fileStore(path), timeout: { ordinary: 0 } })
    const call = client.messages.getUnreadCount()
    call.catch(() => undefined)
    const clock = performance.now.bind(performance)
    let passed = 0
    const later = vi.spyOn(performance, 'now').mockImplementation(() => clock() + passed)
    // Between two of these the holder shows that it lives.
    for (; passed < 63_000; passed += 9_000) await new Promise((resolve) => setTimeout(resolve, 700))
    await expect(call).rejects.toMatchObject({
      kind: 'session-unavailable',
      cause: { message: `${path}.lock is held by somebody else` },
    })
    later.mockRestore()
    ending.abort()
    await held
    expect(await fileStore(path).read()).toEqual(firstTokens)
  })

  test('is kept as long as its process works, and whoever waits may leave', async () => {
    const path = join(dir, 'session.json')
    let isHeld = true
    const held = fileStore(path).exclusively?.(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_200))
      isHeld = false
    })
    await new Promise((resolve) => setTimeout(resolve, 30))
    const leaving = new AbortController()
    const left = fileStore(path).exclusively?.(async () => 'never', leaving.signal)
    setTimeout(() => leaving.abort(new Error('left')), 50)
    await expect(left).rejects.toThrow('left')
    expect(isHeld).toBe(true)
    await fileStore(path).exclusively?.(async () => expect(isHeld).toBe(false))
    await held
  })
})

test('what another process writes is seen at once, and a file that nobody wrote is not read again', async () => {
  const path = join(dir, 'session.json')
  const [own, other] = [fileStore(path), fileStore(path)]
  await own.write(firstTokens)
  expect(await own.read()).toEqual(firstTokens)
  // Known already: no promise, no file access but one look.
  expect(own.read()).toEqual(firstTokens)
  await other.write({ ...firstTokens, token: 'Bearer t2' })
  expect(await own.read()).toMatchObject({ token: 'Bearer t2' })
  await other.write(undefined)
  expect(await own.read()).toBeUndefined()
  expect(own.read()).toBeUndefined()
})

test('the lock holds while somebody works, and goes with the work, also when it fails', async () => {
  const { exclusively } = fileStore(join(dir, 'session.json'))
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 40))
    order.push(`${name} ends`)
    if (name === 'first') throw new Error('failed')
  }
  await Promise.allSettled([exclusively?.(work('first')), exclusively?.(work('second'))])
  expect(order[1]).toBe(order[0]?.replace('begins', 'ends'))
  expect(order).toHaveLength(4)
  expect(await readdir(dir)).toEqual([])
})
