import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows, readRowsInWorker } from '../../src/workbook/index.ts'
import { collect, makeFolder, workbookParts, zip } from './packages.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => folder.remove())

const save = (sheetData: string) => folder.save(zip(workbookParts(sheetData)))
const text = (ref: string, content: string) => `<c r="${ref}" t="inlineStr"><is><t>${content}</t></is></c>`
const numbered = (count: number, from = 1) =>
  Array.from(
    { length: count },
    (_, at) => `<row r="${from + at}"><c r="A${from + at}"><v>${at}</v></c></row>`,
  ).join('')

test('cells come with the row numbers of the workbook, blank rows left out', async () => {
  const path = await save(
    `<row r="2">${text('A2', '盐池县&amp;储能')}<c r="C2"><v>100.5</v></c><c r="D2" t="b"><v>1</v></c></row>
     <row r="3"><c r="A3" s="0"/></row><row r="9">${text('B9', '末行')}</row>`,
  )
  expect(await collect(readRows(path))).toEqual([
    { rowNo: 2, cells: ['盐池县&储能', null, 100.5, true] },
    { rowNo: 9, cells: [null, '末行'] },
  ])
})

test('a formula counts as the result that was stored with it', async () => {
  const path = await save('<row r="1"><c r="A1"><f>SUM(B1:B9)</f><v>42</v></c></row>')
  expect(await collect(readRows(path))).toEqual([{ rowNo: 1, cells: [42] }])
})

test('rows before the first wanted one and columns after the last are left out', async () => {
  const path = await save(
    `<row r="1">${text('A1', '标题')}</row><row r="2">${text('A2', '甲')}${text('C2', '丙')}</row>`,
  )
  expect(await collect(readRows(path, { fromRow: 2, maxColumns: 2 }))).toEqual([{ rowNo: 2, cells: ['甲'] }])
})

test('reads the sheet of the wanted name, or the first sheet if there is none', async () => {
  const path = await save(numbered(1))
  expect(await collect(readRows(path, { sheet: '项目&导入' }))).toHaveLength(1)
  expect(await collect(readRows(path, { sheet: '年报' }))).toHaveLength(1)
})

test('a workbook with too many rows is refused rather than cut', async () => {
  const path = await save(numbered(11))
  await expect(collect(readRows(path, { maxRows: 10 }))).rejects.toThrow('工作簿超过 10 行')
  expect(await collect(readRows(path, { maxRows: 11 }))).toHaveLength(11)
})

test('a consumer may leave early', async () => {
  const path = await save(numbered(50_000))
  for await (const { rowNo } of readRows(path)) if (rowNo === 3) break
  expect(await collect(readRows(path))).toHaveLength(50_000)
})

test('a cell at the far end of the sheet costs nothing', async () => {
  const path = await save(
    `<row r="1">${text('A1', '甲')}</row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`,
  )
  expect(await collect(readRows(path))).toEqual([{ rowNo: 1, cells: ['甲'] }])
})

test('a cell beyond the end of any sheet is refused', async () => {
  const path = await save('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>')
  await expect(collect(readRows(path))).rejects.toThrow('工作簿内容无法读取')
})

test('a cell longer than cells can be is refused', async () => {
  const path = await folder.save(
    zip(
      workbookParts(`<row r="1">${text('A1', '甲乙丙丁'.repeat(150_000))}</row>`).map((part) => ({
        ...part,
        method: 0,
      })),
    ),
  )
  await expect(collect(readRows(path))).rejects.toThrow('单元格内容过长')
})

test('a million empty cells in a row read as an empty row', async () => {
  const path = await folder.save(
    zip(
      workbookParts(`<row>${'<c/>'.repeat(16_000)}</row>`.repeat(60)).map((part) => ({
        ...part,
        method: 0,
      })),
    ),
  )
  expect(await collect(readRows(path))).toEqual([])
})

test('entities declared in the file are not expanded, but refused', async () => {
  const [first, ...others] = workbookParts('').reverse()
  const content = `<!DOCTYPE x [<!ENTITY a "${'哈'.repeat(1000)}">]><worksheet><sheetData><row r="1">${text('A1', '&a;')}</row></sheetData></worksheet>`
  const path = await folder.save(zip([...others, { name: first?.name ?? '', content }]))
  await expect(collect(readRows(path))).rejects.toThrow('工作簿内容无法读取')
})

test('bytes that changed on their way are noticed', async () => {
  const parts = workbookParts(numbered(3)).map((part) =>
    part.name.endsWith('data.xml') ? { ...part, checksum: 1 } : part,
  )
  await expect(collect(readRows(await folder.save(zip(parts))))).rejects.toThrow('文件已损坏')
})

test('a part larger than it says is refused', async () => {
  const parts = workbookParts(numbered(3)).map((part) =>
    part.name.endsWith('data.xml') ? { ...part, claimedSize: 50 } : part,
  )
  await expect(collect(readRows(await folder.save(zip(parts))))).rejects.toThrow('文件已损坏')
})

test('the thread gives the same rows in batches of a thousand', async () => {
  const path = await save(numbered(2_500))
  const batches = await collect(readRowsInWorker(path))
  expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  expect(batches.flat()).toEqual(await collect(readRows(path)))
})

test('the thread hands a refusal over in words', async () => {
  await expect(collect(readRowsInWorker(await folder.save('不是工作簿')))).rejects.toMatchObject({
    name: 'WorkbookError',
    message: expect.stringContaining('不是 .xlsx'),
  })
})

test('the thread keeps the event loop free', async () => {
  const path = await save(numbered(60_000))
  const start = performance.now()
  let longest = 0
  let last = start
  const clock = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const batches = await collect(readRowsInWorker(path))
  clearInterval(clock)
  expect(batches.flat()).toHaveLength(60_000)
  // Reading on the main thread would hold it all the time. A share holds on a busy machine too.
  expect(longest / (last - start)).toBeLessThan(0.4)
})

test('the thread stops when its time is over', async () => {
  const path = await save(numbered(100_000))
  await expect(collect(readRowsInWorker(path, {}, { timeoutMs: 20 }))).rejects.toThrow('无法在限定资源内读取')
})

test('the time that the consumer takes is not counted', async () => {
  const path = await save(numbered(2_500))
  const start = performance.now()
  await collect(readRowsInWorker(path))
  const timeoutMs = Math.max(2_000, 3 * (performance.now() - start))
  let count = 0
  for await (const rows of readRowsInWorker(path, {}, { timeoutMs })) {
    count += rows.length
    await new Promise((resolve) => setTimeout(resolve, timeoutMs / 2))
  }
  expect(count).toBe(2_500)
})

test('the thread stops when its memory is used up, and the server lives on', async () => {
  const strings = Array.from({ length: 1_000_000 }, (_, at) => `<si><t>文字${at}</t></si>`).join('')
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = workbookParts(numbered(1)).map((part) =>
    part.name === 'xl/_rels/workbook.xml.rels'
      ? {
          ...part,
          content: String(part.content).replace(
            '</Relationships>',
            `<Relationship Id="rId8" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
          ),
        }
      : part,
  )
  const path = await folder.save(
    zip([...parts, { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` }]),
  )
  await expect(collect(readRowsInWorker(path, {}, { megabytes: 24 }))).rejects.toThrow('无法在限定资源内读取')
  expect(await collect(readRowsInWorker(path))).toHaveLength(1)
})

test('the caller can withdraw', async () => {
  const path = await save(numbered(50_000))
  const withdrawal = new AbortController()
  const reading = (async () => {
    for await (const _ of readRowsInWorker(path, {}, { signal: withdrawal.signal })) withdrawal.abort()
  })()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})
