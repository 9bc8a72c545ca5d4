import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { refusal } from '../support/refusal.ts'

let rig: Rig
let id: number
beforeAll(async () => {
  rig = await startRig()
  id = await announcedOf(rig, 'enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const lifeFor = async (username: string) => {
  const { life = [] } = await (await rig.sameAs(username)).demoProjects.get({ id })
  return life
}

test('the reports of an announced project are its events, the last one first, for all who may read them', async () => {
  const own = await lifeFor('enterprise_yc')
  expect(own.map(({ time }) => time)).toEqual(
    own
      .map(({ time }) => time)
      .toSorted()
      .toReversed(),
  )
  expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['PROGRESS', 'ANNUAL']))
  expect(own.at(-1)).toMatchObject({ title: '2024年第1季度进展', statusLabel: '已确认' })
  for (const username of ['province_nx', 'platform', 'nation']) expect(await lifeFor(username)).toEqual(own)
})

test('a report that was never submitted is an event for its author alone', async () => {
  const year = new Date().getFullYear() - 1
  const enterprise = await rig.sameAs('enterprise_yc')
  const before = await lifeFor('province_nx')
  await enterprise.annualReports.save({ action: 'SAVE', demoProjectId: id, year, buildSummary: '按计划建成' })
  const [first] = (await lifeFor('enterprise_yc')).filter(({ kind }) => kind === 'ANNUAL')
  expect(first).toMatchObject({ title: `${year}年度报告`, statusLabel: '草稿' })
  expect(await lifeFor('province_nx')).toEqual(before)
})

test('a document that was issued stands with its version, pages and code, which holds', async () => {
  const enterprise = await rig.sameAs('enterprise_yc')
  await enterprise.demoProjects.downloadPdf({ projectId: id, partType: 'APPLICATION' })
  const { documents = [] } = await enterprise.demoProjects.get({ id })
  expect(documents).toHaveLength(1)
  const [issued] = documents
  expect(issued).toMatchObject({ kind: 'APPLICATION', submissionNo: 1 })
  expect(issued?.pages).toBeGreaterThan(3)
  const verified = await enterprise.documents.verify(issued?.code ?? '')
  expect(verified).toMatchObject({ state: 'GENUINE', pages: issued?.pages })
})

test("a reader's own copy has its own code, and the applicant's goes before it", async () => {
  const nation = await rig.sameAs('nation')
  await nation.demoProjects.downloadPdf({ projectId: id, partType: 'APPLICATION' })
  await nation.demoProjects.downloadPdf({ projectId: id, partType: 'IMPLEMENTATION' })
  const codes = async (username: string) => {
    const { documents = [] } = await (await rig.sameAs(username)).demoProjects.get({ id })
    return new Map(documents.map(({ kind, code }) => [kind, code]))
  }
  const own = await codes('enterprise_yc')
  const theirs = await codes('nation')
  expect([...own.keys()]).toEqual(['APPLICATION'])
  expect([...theirs.keys()].sort()).toEqual(['APPLICATION', 'IMPLEMENTATION'])
  expect(theirs.get('APPLICATION')).toBe(own.get('APPLICATION'))
  expect([...(await codes('province_nx')).keys()]).toEqual(['APPLICATION'])
})

test('nobody outside the scope of a project learns of its life', async () => {
  for (const username of ['province_bj', 'enterprise_sy']) {
    const { demoProjects } = await rig.sameAs(username)
    expect((await refusal(demoProjects.get({ id })))?.status).toBe(404)
  }
})
