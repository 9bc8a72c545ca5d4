import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type DemoDocument, pilotDocument } from '../../src/domain/documents/official/application.ts'
import { contentDigest } from '../../src/domain/documents/official/digest.ts'
import { figure } from '../../src/domain/documents/official/figures.ts'
import { numbered } from '../../src/domain/documents/official/numbering.ts'
import { write } from '../../src/domain/documents/official/write.ts'
import { readDocx } from '../support/docx.ts'
import { readPdf } from '../support/pdf.ts'
import { detail, documents, source } from './example.ts'

const KINDS: readonly DemoDocument[] = ['APPLICATION', 'IMPLEMENTATION', 'BRIEF', 'MATERIALS']

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bare = (text: string) => text.replace(/\s/g, '')

/** The text that a reader can search for, as the common command-line reader sees it. */
function searched(bytes: Uint8Array): string {
  const path = join(folder, 'read.pdf')
  writeFileSync(path, bytes)
  return execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8', maxBuffer: 50_000_000 })
}

/** All numbers below a value, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    ['id', 'version', 'projectId'].includes(name) ? [] : numbersIn(each),
  )
}

const pdf = (kind: DemoDocument, more = {}) =>
  write({ form: 'pdf', document: pilotDocument(kind, source(more)) })
const word = (kind: DemoDocument, more = {}) =>
  write({ form: 'word', document: pilotDocument(kind, source(more)) })

describe.each(['pdf', 'word'] as const)('an application as %s', (form) => {
  const textOf = async (kind: DemoDocument) => {
    const { bytes } = await write({ form, document: pilotDocument(kind, source()) })
    return form === 'pdf' ? bare(searched(bytes)) : readDocx(bytes).text
  }

  test('has every figure of the application and of the plan', async () => {
    const text = await textOf('MATERIALS')
    const own = { ...detail, attachments: [], partStatus: {}, brief: {} }
    const figures = numbersIn(own)
    expect(figures.length).toBeGreaterThan(15)
    for (const value of figures) expect(text).toContain(bare(figure(value)))
  })

  test('has every chapter of the outline, and 无 where an optional one is empty', async () => {
    const text = await textOf('APPLICATION')
    for (const heading of ['一、申报单位概况', '五、关键指标', '十二、政策需求'])
      expect(text).toContain(heading)
    expect(text).toContain('七、知识产权无')
    expect(text).toContain('表5-1关键指标对比')
  })

  test('gives the same bytes for the same content, and others for others', async () => {
    for (const document of documents()) {
      const [first, second] = [await write({ form, document }), await write({ form, document })]
      expect(second.sha256).toBe(first.sha256)
    }
    const changed = source({ detail: { ...detail, totalInvestment: 119500.26 } })
    const other = await write({ form, document: pilotDocument('APPLICATION', changed) })
    const first = await write({ form, document: pilotDocument('APPLICATION', source()) })
    expect(other.sha256).not.toBe(first.sha256)
  })
})

describe('a PDF document', () => {
  test('embeds its fonts, and names the page and its code on each page', async () => {
    const { bytes, pages } = await pdf('MATERIALS')
    const read = await readPdf(bytes)
    expect(read.missingFonts).toEqual([])
    expect(read.pages).toHaveLength(pages)
    read.pages.forEach((pieces, index) => {
      const text = bare(pieces.map((piece) => piece.text).join(''))
      expect(text).toContain(`第${index + 1}页共${pages}页`)
      expect(text).toContain('核验码7K2M-QF9D-3VXT')
      expect(text).toContain('xinchu.example/verify')
    })
  })

  test('lists its chapters with the pages on which they begin', async () => {
    const { bytes } = await pdf('MATERIALS')
    const { pages } = await readPdf(bytes)
    const texts = pages.map((pieces) => bare(pieces.map(({ text }) => text).join('')))
    const contents = texts[2] ?? ''
    const listed = [
      ...contents.matchAll(
        /([一二三四五六七八九十]+、[^\d]+?)(\d+)(?=[一二三四五六七八九十]+、|附件|实施|$)/g,
      ),
    ]
    expect(listed.length).toBeGreaterThan(15)
    for (const [, title = '', page] of listed) expect(texts[Number(page) - 1]).toContain(title)
  })

  test('says 草稿 and has no code while it is a draft', async () => {
    const { bytes } = await pdf('APPLICATION', { submission: undefined, issue: undefined })
    const text = bare(searched(bytes))
    expect(text).toContain('草稿，未签发核验码')
    expect(text).toContain('申报书（草稿）')
    expect(text).not.toMatch(/核验码[2-9A-Z]{4}-/)
  })

  test('names the reader of a copy for review', async () => {
    const { bytes } = await pdf('BRIEF', { reader: { name: '陈立群', date: '2026-08-02' } })
    const text = bare(searched(bytes))
    expect(text).toContain('陈立群')
    expect(text).toContain('2026-08-02')
  })

  test('repeats the head of a table on each page and keeps its rows whole', async () => {
    const { bytes } = await pdf('IMPLEMENTATION')
    const { pages } = await readPdf(bytes)
    const texts = pages.map((pieces) => bare(pieces.map(({ text }) => text).join('')))
    const own = texts.filter((text) => /表2-1建设任务分解/.test(text))
    expect(own.length).toBeGreaterThan(1)
    for (const text of own) expect(text).toContain('任务名称任务内容起止日期责任单位')
    for (const text of own.slice(1)) expect(text).toContain('续表2-1')
    detail.implementation?.tasks?.forEach(({ name, content = '' }) => {
      expect(texts.some((text) => text.includes(name) && text.includes(content))).toBe(true)
    })
  })

  test('keeps all text within the margins', async () => {
    const { pages } = await readPdf((await pdf('MATERIALS')).bytes)
    const level = pages.flat().filter(({ isSlanted }) => !isSlanted)
    expect(Math.min(...level.map(({ left }) => left))).toBeGreaterThan(78)
    // Closing punctuation may hang over by less than one character.
    expect(Math.max(...level.map(({ right }) => right))).toBeLessThan(595 - 73 + 8)
  })

  test('marks characters that no font has instead of failing', async () => {
    const application = { ...detail.application, id: 1, version: 1, projectId: 1, partStatus: '2' as const }
    const { bytes } = await pdf('APPLICATION', {
      detail: { ...detail, application: { ...application, unitIntro: '甲😀乙\u0000\u202e丙' } },
    })
    expect(bare(searched(bytes))).toContain('甲〓乙丙')
  })
})

describe('a Word document', () => {
  test('has headings as headings, tables as tables with a repeated head, and no code', async () => {
    const read = readDocx((await word('APPLICATION')).bytes)
    const headings = read.paragraphs.filter(({ style }) => style === 'Heading1').map(({ text }) => text)
    expect(headings).toContain('五、关键指标')
    const indicators = read.tables.find(([head]) => head?.[1] === '指标名称') ?? []
    expect(indicators.slice(1).map((row) => [row[1], bare(row[3] ?? '')])).toEqual(
      detail.application?.keyIndicators?.map(({ name, value }) => [name, bare(figure(value))]),
    )
    expect(read.text).not.toContain('核验码')
    expect(read.header).toContain('盐池县100MW/500MWh全钒液流储能示范项目')
  })

  test('is written with the date of its submission and no other', async () => {
    const { bytes } = await word('BRIEF')
    const text = Buffer.from(bytes).toString('latin1')
    expect(text).not.toContain(String(new Date().getFullYear() + 1))
    expect(readDocx(bytes).names).toContain('docProps/core.xml')
  })
})

describe('numbers in a document', () => {
  test.each([
    [16000, '16 000'],
    [28.5125, '28.512 5'],
    [999, '999'],
    [-1234567.5, '-1 234 567.5'],
    [0.215, '0.215'],
    [undefined, '—'],
  ])('%s is printed as %s', (value, expected) => {
    expect(figure(value).replaceAll('\u2009', ' ')).toBe(expected)
  })

  test('headings count 一、 → （一） → 1. → （1） and tables by chapter', () => {
    const heading = (level: 1 | 2 | 3 | 4) => ({ kind: 'heading', level, text: '题' }) as const
    const table = { kind: 'table', caption: '表', columns: [], rows: [] } as const
    const levels = [1, 2, 3, 4, 4, 3, 2, 1] as const
    const blocks = numbered([...levels.map(heading), table, table])
    expect(
      blocks.map((block) => ('number' in block ? block.number : 'text' in block ? block.text : '')),
    ).toEqual([
      '一、题',
      '（一）题',
      '1. 题',
      '（1）题',
      '（2）题',
      '2. 题',
      '（二）题',
      '二、题',
      '表 2-1',
      '表 2-2',
    ])
  })

  test('the digest of the content does not depend on the code', () => {
    const [first] = documents()
    const [second] = documents({ issue: { code: 'ABCDEFGHJKMN', address: 'https://x' } })
    const [other] = documents({ submission: { no: 2, time: '2026-07-31 09:00:00' } })
    if (!first || !second || !other) throw new Error('no documents')
    expect(contentDigest(second)).toBe(contentDigest(first))
    expect(contentDigest(other)).not.toBe(contentDigest(first))
    expect(KINDS).toHaveLength(documents().length)
  })
})
