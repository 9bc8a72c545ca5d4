import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfOf, wrap } from '../src/domain/documents/pdf.ts'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const textOf = (pdf: string) =>
  [...pdf.matchAll(/<([0-9a-f]+)> Tj/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    .join('\n')

async function download(username: string): Promise<{ type: string | null; name: string; text: string }> {
  const client = await rig.as(username)
  const { blob, fileName } = await client.users.downloadRegisterPdf()
  return {
    type: blob.type,
    name: fileName ?? '',
    text: textOf(Buffer.from(await blob.arrayBuffer()).toString('latin1')),
  }
}

describe('a document', () => {
  test('has a table of its objects that is right, so that readers need not repair it', () => {
    const pdf = Buffer.from(pdfOf('表', [{ kind: 'text', text: '甲'.repeat(4000) }])).toString('latin1')
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1])
    expect(pdf.slice(start, start + 4)).toBe('xref')
    const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
    offsets.forEach((offset, index) => {
      expect(pdf.slice(offset, offset + 10)).toMatch(new RegExp(`^${index + 1} 0 obj`))
    })
    expect(pdf).toContain('/Count 3')
  })

  test('breaks lines where they are full, but not before a closing sign', () => {
    expect(wrap('一二三四。五', 10, 40)).toEqual(['一二三四。', '五'])
    expect(wrap('abcdefghi', 10, 40)).toEqual(['abcdefgh', 'i'])
  })
})

test('[7.auth.21] the registration form holds one’s own data in full', async () => {
  const form = await download('enterprise_yc')
  expect(form).toMatchObject({ name: '注册信息表.pdf' })
  expect(form.text).toContain('盐池一号储能有限公司')
  expect(form.text).toContain('91640323MA0000001')
})

test('the registration form of another is for the nation and the administrators', async () => {
  const province = await rig.as('province_nx')
  const admin = await rig.as('admin')
  const { content } = await admin.users.list({ keyword: 'enterprise_yc' })
  const userId = content[0]?.id ?? 0
  expect(await refusal(province.users.downloadRegisterPdf({ userId }))).toMatchObject({ status: 404 })
  expect(await refusal(admin.users.downloadRegisterPdf({ userId }))).toBeUndefined()
})
