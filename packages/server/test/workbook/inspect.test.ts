import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectWorkbook, WorkbookError } from '../../src/workbook/index.ts'
import { cpuTimeMs } from '../support/cpu-time.ts'
import { makeFolder, type Part, workbookParts, zip } from './packages.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => folder.remove())

const row = '<row r="1"><c r="A1"><v>1</v></c></row>'
const withPart = (...parts: Part[]) => zip([...workbookParts(row), ...parts])
const macroType = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'a')

test('a plain workbook is taken, and its sheets are known by name', async () => {
  const info = await inspectWorkbook(await folder.save(zip(workbookParts(row))))
  expect(info.sheets).toEqual(['项目&导入'])
})

const refused: Record<string, [message: RegExp, file: () => Buffer | string]> = {
  'an empty file': [/文件为空/, () => ''],
  'a text file named xlsx': [/不是 \.xlsx/, () => '项目名称,额定功率\n甲,1\n'],
  'an old or encrypted file': [/已加密或为旧版/, () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  'a file cut short': [/已损坏/, () => zip(workbookParts(row)).subarray(0, 400)],
  'a zip archive of something else': [/不是 \.xlsx/, () => zip([{ name: 'readme.txt', content: '你好' }])],
  'a Word document': [
    /不是 \.xlsx/,
    () =>
      zip(
        workbookParts(
          row,
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        ),
      ),
  ],
  'a workbook with macros by its type': [/含有宏/, () => zip(workbookParts(row, macroType))],
  'a workbook with a macro project': [/含有宏/, () => withPart({ name: 'xl/vbaProject.bin', content: 'x' })],
  'a workbook with controls': [/含有宏/, () => withPart({ name: 'xl/activeX/activeX1.xml', content: 'x' })],
  'a workbook that refers to another file': [
    /引用了外部/,
    () => withPart({ name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink/>' }),
  ],
  'a workbook that queries a database': [
    /引用了外部/,
    () => withPart({ name: 'xl/connections.xml', content: '<connections/>' }),
  ],
  'a workbook that holds another file': [
    /嵌有其他文件/,
    () => withPart({ name: 'xl/embeddings/oleObject1.bin', content: 'x' }),
  ],
  'an encrypted part': [/已加密/, () => withPart({ name: 'xl/theme.xml', content: 'x', flags: 1 })],
  'an unusual compression': [/压缩方式/, () => withPart({ name: 'xl/theme.xml', content: 'x', method: 12 })],
  'a symbolic link': [
    /结构异常/,
    () => withPart({ name: 'xl/media/link', content: '/etc/passwd', unixMode: 0o120777 }),
  ],
  'a name outside of the archive': [/已损坏/, () => withPart({ name: '../../etc/cron.d/x', content: 'x' })],
  'two parts of one name': [/结构异常/, () => withPart({ name: 'XL/Workbook.xml', content: 'x' })],
  'two parts made of the same bytes': [
    /结构异常/,
    () =>
      withPart({
        name: 'xl/media/a.xml',
        content: `<worksheet><sheetData>${row}</sheetData></worksheet>`,
        sameBytesAs: 4,
      }),
  ],
  'a bomb': [/压缩比异常/, () => withPart({ name: 'xl/media/a.xml', content: megabytes(8) })],
  'a bomb of many small parts': [
    /压缩比异常/,
    () =>
      withPart(
        ...Array.from({ length: 20 }, (_, at) => ({ name: `xl/media/${at}.xml`, content: megabytes(0.9) })),
      ),
  ],
  'more than a gigabyte by its own account': [
    /内容过大/,
    () =>
      withPart(
        ...Array.from({ length: 2 }, (_, at) => ({
          name: `xl/media/${at}.png`,
          content: randomBytes(7 * 1024 * 1024),
          claimedSize: 600 * 1024 * 1024,
        })),
      ),
  ],
  'more than 2,000 parts': [
    /超过 2000 个/,
    () =>
      withPart(...Array.from({ length: 2000 }, (_, at) => ({ name: `xl/media/${at}.xml`, content: 'x' }))),
  ],
}

describe('what is refused, and why', () => {
  for (const [what, [message, file]] of Object.entries(refused)) {
    test(what, async () => {
      const refusal = await inspectWorkbook(await folder.save(file())).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(WorkbookError)
      expect(refusal).toMatchObject({ status: 422, message: expect.stringMatching(message) })
    })
  }
})

test('a hostile table of contents is read in linear time', async () => {
  const parts = workbookParts(row)
  const content = `<Types>${'<Override '.repeat(100_000)}`
  const started = cpuTimeMs()
  await expect(
    inspectWorkbook(
      await folder.save(zip([{ name: '[Content_Types].xml', content, method: 0 }, ...parts.slice(1)])),
    ),
  ).rejects.toThrow(/不是 \.xlsx/)
  expect(cpuTimeMs() - started).toBeLessThan(2_000)
})
