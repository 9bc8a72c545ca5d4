import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function start() {
  const started = await startCommandLine({ errorRows: 0 })
  closing.push(started.close)
  await started.login()
  return {
    ...started,
    file(name: string, text: string | Buffer) {
      const path = join(started.dir, name)
      writeFileSync(path, text)
      return path
    },
    /** The form that was sent with the file, as text. */
    form: () =>
      Buffer.from(
        started.server.seen.find(({ path }) => path.endsWith('importProject'))?.body ?? '',
        'latin1',
      ).toString(),
  }
}

const TABLE = '项目名称,额定功率（MW）\r\n"甲,乙",100\r\n'
const GB = Buffer.from([0xcf, 0xee, 0xc4, 0xbf, 0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0xbc, 0xd7])

describe('a table as a text', () => {
  test.each(['行.csv', '行.tsv', '行.TXT'])('%s is sent as it is, for the platform to read', async (name) => {
    const { xinchu, file, form } = await start()
    const { code } = await xinchu(['import', file(name, TABLE), '--sheet', '项目', '--submit'])
    expect(code).toBe(0)
    expect(form()).toContain(TABLE)
    expect(form()).toContain(`filename="${name}"`)
  })

  test('in an encoding that is named is sent in the usual one', async () => {
    const { xinchu, file, form } = await start()
    await xinchu(['import', file('行.csv', GB), '--encoding', 'gb18030'])
    expect(form()).toContain('项目名称\n甲')
  })

  test('that is not in the encoding that is named is refused, and nothing is sent', async () => {
    const { xinchu, file, form } = await start()
    const { code, err } = await xinchu(['import', file('行.csv', GB), '--encoding', 'utf-8'])
    expect([code, form()]).toEqual([1, ''])
    expect(err).toContain('不是 utf-8 编码的文本')
  })

  test.each([
    ['a text', TABLE, '标准输入.csv'],
    ['a workbook', 'PK and more', '标准输入.xlsx'],
  ])('comes by the standard input as %s', async (_what, typed, name) => {
    const { xinchu, form } = await start()
    const { code } = await xinchu(['import', '-'], { typed })
    expect(code).toBe(0)
    expect(form()).toContain(typed)
    expect(form()).toContain(`filename="${name}"`)
  })

  test.each([
    ['is not in the encoding that is named', 'utf-8', 1, '不是 utf-8 编码的文本'],
    ['has an encoding that there is not', 'gb9999', 2, '没有编码 gb9999'],
  ])(
    'of the standard input that %s is refused, and nothing is sent',
    async (_what, encoding, exit, words) => {
      const { xinchu, form } = await start()
      // A byte that no text in UTF-8 has.
      const { code, err } = await xinchu(['import', '-', '--encoding', encoding], {
        typed: Buffer.from([0x61, 0xff]),
      })
      expect([code, form()]).toEqual([exit, ''])
      expect(err).toContain(words)
    },
  )

  test('is planned like a workbook, also with rows of objects and by the standard input', async () => {
    const { xinchu, file } = await start()
    for (const [words, typed] of [
      [[file('行.csv', TABLE)], ''],
      [[file('行.ndjson', '{"projectName":"甲"}')], ''],
      [['-'], TABLE],
    ] as const) {
      const { code, err } = await xinchu(['plan', ...words], { typed })
      expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('共 ')])
    }
  })

  test.each([
    [['--precheck'], '--precheck 与 --journal 只用于 ndjson 文件'],
    [['--journal', 'j.json'], '--precheck 与 --journal 只用于 ndjson 文件'],
    [['--encoding', 'gb9999'], '没有编码 gb9999'],
  ])('takes no %j', async (more, words) => {
    const { xinchu, file } = await start()
    const { code, err } = await xinchu(['import', file('行.csv', TABLE), ...more])
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })

  test('that is empty, by the standard input, is a wrong use', async () => {
    const { xinchu } = await start()
    const { code, err } = await xinchu(['import', '-'])
    expect([code, err]).toEqual([2, expect.stringContaining('标准输入为空')])
  })
})
