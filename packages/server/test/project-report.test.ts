import { Blob } from 'node:buffer'
import { dictionaries, fields, groups } from '@xinchu/contract/fields'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawReport } from '../src/domain/documents/report/draw.ts'
import { drawable, linesOf, MISSING } from '../src/domain/documents/report/lines.ts'
import type { Report } from '../src/domain/documents/report/model.ts'
import { type Rig, startRig } from './rig.ts'
import { type ReadPdf, readPdf } from './support/pdf.ts'
import { soundProject } from './support/projects.ts'
import { refusal } from './support/refusal.ts'
import { smallPdf } from './support/small-pdf.ts'

const OPINION = '建设规模与备案证不一致，请核对后重新提交。'

let rig: Rig
let id = 0
let code = ''
let own: ReadPdf
beforeAll(async () => {
  rig = await startRig()
  const { projects, files } = await rig.sameAs('enterprise_yc')
  const form = new FormData()
  form.set('bizType', 'PROJECT_RECORD')
  form.set('file', new Blob([smallPdf()]) as globalThis.Blob, '备案证.pdf') // Node's own Blob
  const file = await files.upload(form)
  const created = await projects.create(
    soundProject(21, {
      contactEmail: 'liming@example.com',
      attachmentIds: [file.id],
      remark: '第一行\n第二行',
    }),
  )
  id = created.id
  code = created.projectCode ?? ''
  await projects.submit({ ids: [id], action: 'SUBMIT' })
  const county = await rig.sameAs('county_yc')
  await county.projects.submit({ ids: [id], action: 'RETURN', opinion: OPINION })
  own = await pdfFor('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function pdfFor(username: string): Promise<ReadPdf> {
  const { projects } = await rig.sameAs(username)
  const { blob, fileName } = await projects.downloadPdf({ id })
  expect([blob.type, fileName]).toEqual(['application/pdf', `项目报送表-${code}.pdf`])
  return readPdf(new Uint8Array(await blob.arrayBuffer()))
}

const bare = (text: string) => text.replace(/\s/g, '')

describe('the report form of a project', () => {
  test('has each group and each caption of the form', () => {
    for (const title of Object.values(groups['EsProjectFields'] ?? {})) expect(own.text).toContain(title)
    const printed = fields.EsProjectFields.filter(({ kind }) => kind !== 'rows' && kind !== 'list')
    for (const { caption } of printed) expect(own.text).toContain(bare(caption))
  })

  test('has values in words: labels of dictionaries, places, numbers with units, derived figures', () => {
    const labelOf = (name: keyof typeof dictionaries, value: string) =>
      dictionaries[name].values.find((each) => each.value === value)?.label ?? ''
    for (const words of [
      '宁夏回族自治区',
      '盐池县',
      labelOf('tech_type', '01'),
      labelOf('build_status', '1'),
      '121MW',
      '263MWh',
      '20,876.4万元',
      '2.1736h',
      '第一行第二行',
    ])
      expect(own.text).toContain(words)
  })

  test('has the history with opinions, and the files with size and digest', async () => {
    const { projects } = await rig.sameAs('enterprise_yc')
    const [file] = (await projects.get(id)).attachments ?? []
    expect(own.text).toContain(OPINION)
    expect(own.text).toContain('盐池县能源主管部门')
    expect(file?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(own.text).toContain(file?.sha256)
    expect(own.text).toContain('备案证.pdf')
  })

  test('has number and page on each page, and places for seals at the end', () => {
    const { pages } = own
    pages.forEach((pieces, index) => {
      const text = bare(pieces.map((piece) => piece.text).join(''))
      expect(text).toContain(`第${index + 1}页共${pages.length}页`)
      expect(text).toContain(code)
    })
    for (const office of ['项目单位', '县级主管部门', '市级主管部门', '省级主管部门'])
      expect(own.text).toContain(`${office}（盖章）`)
    expect(own.title).toBe('新型储能项目报送表')
    expect(own.missingFonts).toEqual([])
  })

  test('masks contact data for all but the office that filled it in', async () => {
    expect(own.text).toContain('13800138000')
    const seen = await pdfFor('county_yc')
    expect(seen.text).not.toContain('13800138000')
    expect(seen.text).toContain('138****8000')
    expect(seen.text).toContain('l***@example.com')
  })

  test('is not found by those who may not see the project', async () => {
    for (const username of ['enterprise_sy', 'county_sy']) {
      const { projects } = await rig.sameAs(username)
      expect(await refusal(projects.downloadPdf({ id }))).toMatchObject({ status: 404 })
    }
    const { projects } = await rig.sameAs('enterprise_yc')
    expect(await refusal(projects.downloadPdf({ id: 999_999 }))).toMatchObject({ status: 404 })
  })

  test('is recorded in the audit log', async () => {
    const admin = await rig.sameAs('admin')
    const { content } = await admin.auditLog.list({ keyword: '报送表' })
    expect(content).toContainEqual(expect.objectContaining({ username: 'county_yc', result: 200 }))
  })
})

const LONG = '建设内容'.repeat(500)
const HOSTILE = [
  '<script>alert(1)</script>',
  '(a) Tj ET \\) %',
  '\u202e反转\u0000\u0007',
  '😀',
  'W'.repeat(300),
]

const report = (more: Partial<Report>): Report => ({
  title: '新型储能项目报送表',
  platform: '平台',
  facts: [['项目编号', 'ES1']],
  parts: [],
  foot: ['ES1', '2026-11-22 08:00:00'],
  printedAt: new Date(0),
  ...more,
})

describe('a drawn report', () => {
  test('keeps all text of a large record, within the margins of its pages', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => [`第${index}步`, LONG.slice(0, 500)])
    const pdf = await readPdf(
      await drawReport(
        report({
          parts: [
            { kind: 'fields', title: '一', items: [{ caption: '建设内容', value: LONG }] },
            {
              kind: 'table',
              title: '二',
              columns: [
                ['步', 1],
                ['意见', 3],
              ],
              rows,
              empty: '无',
            },
          ],
        }),
      ),
    )
    expect(pdf.pages.length).toBeGreaterThan(10)
    for (let index = 0; index < 60; index += 1) expect(pdf.text).toContain(`第${index}步`)
    expect(pdf.text.split('建设内容').length - 1).toBeGreaterThanOrEqual(500 + 60 * 125)
    for (const { left, right, bottom } of pdf.pages.flat()) {
      expect(left).toBeGreaterThanOrEqual(47)
      expect(right).toBeLessThanOrEqual(595 - 47)
      expect(bottom).toBeGreaterThanOrEqual(30)
    }
  })

  test('prints hostile text as text', async () => {
    const items = HOSTILE.map((value, index) => ({ caption: `项${index}`, value }))
    const pdf = await readPdf(
      await drawReport(report({ title: HOSTILE.join(''), parts: [{ kind: 'fields', title: '一', items }] })),
    )
    for (const words of ['<script>alert(1)</script>', '(a)TjET\\)%', '反转', MISSING, 'W'.repeat(300)])
      expect(pdf.text).toContain(words)
    expect(pdf.text).not.toMatch(/\p{C}/u)
  })
})

describe('wrapping', () => {
  const width = fc.integer({ min: 20, max: 200 })
  test('loses no character, and no line is wider than its cell by more than closing punctuation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), width, (text, most) => {
        const clean = drawable(text, () => true)
        const lines = linesOf(clean, most, () => 10)
        expect(bare(lines.join(''))).toBe(bare(clean))
        for (const line of lines)
          expect(
            [...line.replace(/[，。；：、！？）》」”’%,.;:!?)\]}]+$/, '')].length * 10,
          ).toBeLessThanOrEqual(Math.max(most, 10))
      }),
    )
  })

  test('keeps words and numbers together where they fit', () => {
    expect(linesOf('时间 2026-11-20', 100, () => 10)).toEqual(['时间', '2026-11-20'])
    expect(linesOf('一二三四。五', 40, () => 10)).toEqual(['一二三四。', '五'])
  })
})
