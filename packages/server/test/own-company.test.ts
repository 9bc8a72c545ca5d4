import type { ProjectDraft, XinchuClient } from '@xinchu/sdk'
import { completeCreditCode } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { goodRow } from './support/import-rows.ts'
import { soundProject } from './support/projects.ts'

const MESSAGE = '只能填报本单位的项目'
const OWN = { companyName: '盐池一号储能有限公司', creditCode: completeCreditCode('91640323MA0000001') }

let rig: Rig
let enterprise: XinchuClient
let ownerGroupId: number
let otherGroupId: number
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  const { rows } = await sql<{
    id: number
    value: string
  }>`select id, value from owner_dict order by id`.execute(rig.db)
  ownerGroupId = rows.find(({ value }) => value === 'SPIC')?.id ?? 0
  otherGroupId = rows.find(({ value }) => value !== 'SPIC')?.id ?? 0
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0
const draft = (more: Partial<ProjectDraft> = {}) => {
  serial += 1
  const { companyName: _name, creditCode: _code, ...rest } = soundProject(serial)
  return { ...rest, ...more }
}

const foreign = () =>
  [
    ['companyName', { companyName: '国家电网有限公司' }],
    ['creditCode', { creditCode: completeCreditCode('91110113MA0000002') }],
    ['ownerGroupId', { ownerGroupId: otherGroupId }],
  ] as const

describe('a project of an enterprise', () => {
  test('names its own company and group where it names none', async () => {
    const made = await enterprise.projects.create(draft())
    expect(made).toMatchObject({ ...OWN, ownerGroupId })
    const { id, version } = made
    const changed = await enterprise.projects.update({ ...draft(), id, version })
    expect(changed).toMatchObject({ ...OWN, ownerGroupId })
  })

  test.each([0, 1, 2])('cannot be made or changed for another company (%i)', async (at) => {
    const [field, more] = foreign()[at] ?? ['', {}]
    const wanted = { status: 403, message: MESSAGE, errors: [{ field, message: MESSAGE }] }
    const { id, version } = await enterprise.projects.create(draft())
    await expect(enterprise.projects.create(draft(more))).rejects.toMatchObject(wanted)
    const change = enterprise.projects.update({ ...draft(more), id, version })
    await expect(change).rejects.toMatchObject(wanted)
  })

  test.each([
    ['companyName', { companyName: '国家电网有限公司' }],
    ['creditCode', { creditCode: completeCreditCode('91110113MA0000002') }],
    ['ownerGroupName', { ownerGroupName: '国家电网有限公司' }],
  ])('cannot be imported with another %s, and the own one may be left out', async (field, more) => {
    const { companyName: _name, creditCode: _code, ...rest } = goodRow(900)
    const rows = [rest, { ...goodRow(901), ...more }].map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    )
    const { id } = await enterprise.imports.upload({ clientKey: `company-${field}`, rows, last: true })
    await vi.waitUntil(async () => (await enterprise.imports.get(id)).state === 'READY', { timeout: 90_000 })
    const { rows: staged = [] } = await enterprise.imports.list({ batchId: id })
    expect(staged[0]?.errors).toEqual([])
    expect(staged[1]?.errors.map(({ field: name }) => name)).toEqual([field])
    const stored = await sql<{ project: Record<string, unknown> }>`
      select project from import_row where batch_id = ${id} and state <> 'ERROR'`.execute(rig.db)
    expect(stored.rows[0]?.project).toMatchObject({
      company_name: OWN.companyName,
      credit_code: OWN.creditCode,
      owner_group_id: ownerGroupId,
    })
  })
})

test('a government office chooses the company of the projects that it makes', async () => {
  const county = await rig.as('county_yc')
  const { ownerGroupId: _group, ...rest } = draft()
  const company = { companyName: '国家电网有限公司', creditCode: completeCreditCode('91110113MA0000002') }
  expect(await county.projects.create({ ...rest, ...company, ownerGroupId: otherGroupId })).toMatchObject({
    ...company,
    ownerGroupId: otherGroupId,
  })
})
