import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerReading, createClient, importWorkbook, type ReadingMap, readingMapOf } from '@xinchu/sdk'
import { afterEach, expect, test } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function start() {
  const started = await startCommandLine({ errorRows: 0, asks: true })
  closing.push(started.close)
  await started.login()
  return { ...started, path: (name: string) => join(started.dir, name) }
}

const MAP: ReadingMap = {
  version: 1,
  sheet: '台账',
  columns: {
    站名: { field: 'projectName' },
    装机规模: { field: 'ratedPower', unit: '万千瓦' },
    风险等级: null,
  },
}

test('an import that is asked about its columns tells the questions and ends with 7', async () => {
  const { xinchu, workbook, server } = await start()
  const { code, out, err } = await xinchu(['import', workbook()])
  expect(code).toBe(7)
  expect(out).toBe('待确认 B 列 C-074 “装机规模”是否指“额定功率”？\n')
  expect(err).toContain(
    '1 项待确认，尚未读取。以 --map 给出对应关系，如：{"version":1,"sheet":"台账","columns":{"装机规模":{"field":"ratedPower","unit":"万千瓦"}}}',
  )
  expect(server.seen.some(({ path }) => /commit|cancel/.test(path))).toBe(false)
})

test('a plan ends with 7 too, and leaves no batch that waits', async () => {
  const { xinchu, workbook, server } = await start()
  const { code, out } = await xinchu(['plan', workbook(), '--json'])
  expect(code).toBe(7)
  expect(JSON.parse(out)).toMatchObject({ batch: { state: 'ASKING' }, reading: { saved: false } })
  expect(server.seen.some(({ path }) => path.endsWith('/cancel'))).toBe(true)
})

test('what was recognised is written as a map file, with which the import goes through', async () => {
  const { xinchu, workbook, path, server } = await start()
  const file = workbook()
  await xinchu(['import', file, '--map-out', path('m.json')])
  expect(JSON.parse(readFileSync(path('m.json'), 'utf8'))).toEqual(MAP)
  const again = await xinchu(['import', file, '--map-out', path('m.json')])
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('文件已存在')])
  const { code } = await xinchu(['import', file, '--map', path('m.json'), '--remember'])
  expect(code).toBe(0)
  const form = Buffer.from(
    server.seen.findLast(({ path: at }) => at.endsWith('importProject'))?.body ?? '',
    'latin1',
  )
  expect(form.toString()).toContain('"装机规模":{"field":"ratedPower","unit":"万千瓦"},"风险等级":{}')
  expect(form.toString()).toMatch(/name="remember"\r\n\r\ntrue/)
})

test.each([
  ['{"version":1,"columns":{},"colour":1}', '有未知的键：colour'],
  ['{"version":1,"columns":{"甲":{"feld":"remark"}}}', '列“甲”有未知的键：feld'],
  ['{"version":2,"columns":{}}', 'version 应为 1'],
  ['{', '对应关系应为 JSON 对象'],
])('the map file %s is refused before anything is sent', async (text, words) => {
  const { xinchu, workbook, path, server } = await start()
  writeFileSync(path('m.json'), text)
  const { code, err } = await xinchu(['import', workbook(), '--map', path('m.json')])
  expect(code).toBe(2)
  expect(err).toContain(words)
  expect(server.seen.some(({ path: at }) => at.endsWith('importProject'))).toBe(false)
})

test('a program gets the reading with the outcome, and answers it', async () => {
  const { server } = await start()
  const client = createClient({ baseUrl: server.url })
  await client.login({ username: 'qiye001', password: 'Abc12345' })
  const file = new Blob(['PK'])
  const asked = await importWorkbook(client.imports, file, { pollInterval: 5 })
  expect([asked.batch.state, asked.written]).toEqual(['ASKING', 0])
  if (!asked.reading) throw new Error('the batch asks')
  expect(readingMapOf(asked.reading)).toEqual(MAP)
  const done = await answerReading(client.imports, asked.batch, MAP, { pollInterval: 5, remember: true })
  expect([done.batch.state, done.reading]).toEqual(['DONE', undefined])
  const answer = server.seen.find(({ method, path }) => method === 'PUT' && path.endsWith('/reading'))
  expect(JSON.parse(Buffer.from(answer?.body ?? '', 'latin1').toString())).toMatchObject({
    remember: true,
    map: { columns: { 风险等级: {} } },
  })
})
