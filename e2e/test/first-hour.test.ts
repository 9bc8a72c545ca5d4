import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesOf, typescript7 } from '../../packages/sdk/test/support/compile.ts'
import { type InstalledPackage, installPackages } from '../../packages/sdk/test/support/installed-package.ts'
import { packageFolder, run } from '../../packages/sdk/test/support/programs.ts'
import { PASSWORD } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'

const examples = join(packageFolder, 'examples/first-hour')
const names = readdirSync(examples)

const app = onPlatform()
let installed: InstalledPackage
beforeAll(async () => {
  installed = await installPackages()
  for (const name of names) await copyFile(join(examples, name), join(installed.place, name))
})
afterAll(() => installed?.remove())

const environment = () => ({
  XINCHU_SERVER: app.url(),
  XINCHU_USERNAME: 'svc_enterprise',
  XINCHU_PASSWORD: PASSWORD,
})

const runs = async (name: string) => (await run('node', [name], installed.place, environment())).stdout

test('each program of the first hour has at most 30 lines', () => {
  expect(names.sort()).toEqual(['call.ts', 'follow.ts', 'import.ts'])
  for (const name of names)
    expect([name, readFileSync(join(examples, name), 'utf8').trimEnd().split('\n').length <= 30]).toEqual([
      name,
      true,
    ])
})

test('they compile strictly against the packed packages', async () => {
  expect(await messagesOf(typescript7, ['--module', 'nodenext', ...names], installed.place)).toBe('')
})

test('the first call tells the account and its largest projects', async () => {
  const out = await runs('call.js')
  expect(out).toMatch(/^svc_enterprise（.+）\n可见的项目 [1-9]\d* 个，功率最大的：\n.+ MW \/ .+ MWh\n/)
})

test('the follower tells what an import writes: a thousand rows, none twice', async () => {
  const follower = spawn('node', ['follow.js'], {
    cwd: installed.place,
    env: { ...process.env, ...environment() },
  })
  let told = ''
  follower.stdout.on('data', (text) => {
    told += text
  })
  await expect.poll(() => told).toMatch(/^从 \d+ 之后开始\n/)
  expect(await runs('import.js')).toBe('已写入 1000 行，有错误 0 行，疑似重复 0 行\n')
  const imported = () => told.split('\n').filter((line) => line.includes(' project.imported ')).length
  await expect.poll(imported).toBe(1_000)
  const ended = new Promise((resolve) => follower.once('exit', resolve))
  follower.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(Number(readFileSync(join(installed.place, 'position.txt'), 'utf8'))).toBeGreaterThan(0)
})

test('the import again writes nothing twice', async () => {
  const before = await runs('call.js')
  await runs('import.js')
  expect(await runs('call.js')).toBe(before)
})
