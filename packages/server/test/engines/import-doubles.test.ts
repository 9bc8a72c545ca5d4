import { importRows, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { goodRow } from '../support/import-rows.ts'

let rig: Rig
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 90_000
const freshRow = () => {
  serial += 1
  return goodRow(serial)
}

/** Drafts of the same name. */
const countOf = async (name: string) =>
  (await enterprise.projects.list({ keyword: name, size: 100 })).totalElements

const draftOf = ({ projectName, creditCode, phaseNo, companyName }: ReturnType<typeof goodRow>) => ({
  projectName: String(projectName),
  creditCode: String(creditCode),
  phaseNo: String(phaseNo),
  companyName: String(companyName),
  provinceCode: '640000',
  cityCode: '640300',
  countyCode: '640323',
})

async function errorsOf(outcome: Awaited<ReturnType<typeof importRows>>) {
  const found: string[] = []
  for await (const { errors } of outcome.errorRows()) found.push(...errors.map(({ message }) => message))
  return found
}

test.each(['partial', 'atomic'] as const)(
  'a project that was created after the check is not written a second time (%s)',
  async (mode) => {
    const [row, other] = [freshRow(), freshRow()]
    const outcome = await importRows(enterprise.imports, [row, other], {
      mode,
      async beforeWrite() {
        await enterprise.projects.create(draftOf(row))
        return true
      },
    })
    const refusal = `校验后已有相同的项目“${row['projectName']}”，未写入，请重新导入`
    expect(await errorsOf(outcome)).toEqual([`第1行【项目名称】：${refusal}`])
    expect([outcome.batch.state, outcome.written]).toEqual(mode === 'partial' ? ['DONE', 1] : ['FAILED', 0])
    if (mode === 'atomic')
      expect(outcome.batch.message).toBe('第1行在校验后已有相同的项目，没有写入任何行，请重新导入')
    expect(await countOf(String(row['projectName']))).toBe(1)
    expect(await countOf(String(other['projectName']))).toBe(mode === 'partial' ? 1 : 0)
  },
)

test('two imports of the same rows that were checked side by side write each row once', async () => {
  const rows = Array.from({ length: 5 }, freshRow)
  let checked = 0
  const beforeWrite = async () => {
    checked += 1
    await expect.poll(() => checked).toBe(2)
    return true
  }
  const outcomes = await Promise.all([1, 2].map(() => importRows(enterprise.imports, rows, { beforeWrite })))
  expect(outcomes.reduce((sum, { written }) => sum + written, 0)).toBe(5)
  for (const row of rows) expect(await countOf(String(row['projectName']))).toBe(1)
})

test('phases of one station that differ only in how they are written stay as they are', async () => {
  const row = freshRow()
  const phases = ['7期', '8期', '9期'].map((phaseNo) => ({ ...row, phaseNo }))
  const outcome = await importRows(enterprise.imports, phases, { mode: 'atomic', skipRepeat: false })
  expect([outcome.batch.state, outcome.written]).toEqual(['DONE', 3])
})
