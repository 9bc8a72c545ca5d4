import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

let started: Awaited<ReturnType<typeof startCommandLine>>
beforeAll(async () => {
  started = await startCommandLine({ events: 5 })
  await started.login()
})
afterAll(() => started.close())

const listen = (...words: string[]) => started.xinchu(['listen', '--once', ...words])
const positionsOf = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { position: number }).position)

test('prints each event on a line of its own, and the next time only what came since', async () => {
  const first = await listen()
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(positionsOf(first.out)).toEqual([1, 2, 3, 4, 5])
  expect(await listen()).toMatchObject({ code: 0, out: '' })
  expect(positionsOf((await listen('--after', '3')).out)).toEqual([4, 5])
})

test('gives each event to a command, and goes on behind the last one that it took', async () => {
  const position = join(started.dir, 'position')
  const taken = join(started.dir, 'taken.ndjson')
  const flag = join(started.dir, 'refuse')
  writeFileSync(flag, '')
  const command = `${JSON.stringify(process.execPath)} -e "const fs=require('fs');const line=fs.readFileSync(0,'utf8');if(JSON.parse(line).position===3&&fs.existsSync('${flag}'))process.exit(7);fs.appendFileSync('${taken}',line)"`
  const stopped = await listen('--position', position, '--exec', command)
  expect(stopped).toMatchObject({ code: 1, err: '命令失败（7），停在序号 3\n' })
  expect(readFileSync(position, 'utf8')).toBe('2\n')
  rmSync(flag)
  expect(await listen('--position', position, '--exec', command)).toMatchObject({ code: 0 })
  expect(positionsOf(readFileSync(taken, 'utf8'))).toEqual([1, 2, 3, 4, 5])
})

test('refuses a position that is none', async () => {
  expect(await listen('--after', '昨天')).toMatchObject({ code: 2 })
  const torn = join(started.dir, 'torn')
  writeFileSync(torn, 'x')
  expect((await listen('--position', torn)).err).toContain('应为事件的序号')
})
