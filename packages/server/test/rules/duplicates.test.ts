import type { ProjectDraft, XinchuClient } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import type { Moment } from '@xinchu/validators/book'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { goodRow, type ImportCells } from '../support/import-rows.ts'
import { soundProject } from '../support/projects.ts'
import { codesOf, familyOf } from '../support/rules.ts'

let rig: Rig
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.sameAs('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

/** Characters that no other number has any of. */
const uncommon = (number: number) =>
  String.fromCodePoint(...[0, 1, 2, 3].map((at) => 0x5000 + 4 * number + at))

/** A complete project at a place of its own. */
function draft(more: Partial<ProjectDraft> = {}): ProjectDraft {
  serial += 1
  return soundProject(serial, {
    projectName: `盐池县${uncommon(serial)}储能站`,
    longitude: roundTo(106.5 + serial * 0.05, 4),
    latitude: 37.2,
    ratedPower: 20 + 2 * serial,
    ratedEnergy: 40 + 4 * serial,
    totalInvestment: 9000,
    ...more,
  })
}

async function submit(project: ProjectDraft, repeatReason?: string) {
  const { id } = await enterprise.projects.create(project)
  const request = { ids: [id], action: 'SUBMIT' as const, ...(repeatReason ? { repeatReason } : {}) }
  return { id, ...(await enterprise.projects.submit(request)) }
}

/** The same site and capacity under another name. */
const renamed = (project: ProjectDraft): ProjectDraft => ({
  ...project,
  projectName: `${uncommon(serial + 500)}风电配套站`,
})

/** Codes that an import finds in its rows, also when it writes them. */
async function imported(rows: readonly ImportCells[], { isWritten = false } = {}) {
  const texts = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
  )
  serial += 1
  const { id } = await enterprise.imports.upload({ clientKey: `repeats-${serial}`, rows: texts, last: true })
  const reaches = (state: string) =>
    vi.waitUntil(async () => (await enterprise.imports.get(id)).state === state, { timeout: 90_000 })
  await reaches('READY')
  if (isWritten) {
    await enterprise.imports.commit(id, {})
    await reaches('DONE')
  }
  const { rows: read = [] } = await enterprise.imports.list({ batchId: id, size: 100 })
  return { errors: read.flatMap((row) => [...row.errors, ...row.warnings]) }
}

/** The row of an import for a project. */
const rowOf = (project: ProjectDraft): ImportCells => ({
  ...goodRow(1),
  phaseNo: '',
  projectName: project.projectName,
  address: project.address ?? '',
  longitude: project.longitude ?? 0,
  latitude: project.latitude ?? 0,
  ratedPower: project.ratedPower ?? 0,
  ratedEnergy: project.ratedEnergy ?? 0,
  totalInvestment: project.totalInvestment ?? 0,
  appSubScenario: '21',
})

async function suspects(): Promise<number> {
  const project = draft()
  await submit(project)
  const { id } = await submit(renamed(project), '与原项目分属两个地块')
  const { content } = await (await rig.sameAs('province_nx')).projects.listRepeatPairs({ id })
  return content[0]?.id ?? 0
}

const decide = async (pairId: number, more: { keptId?: number } = {}) =>
  (await rig.sameAs('province_nx')).projects.checkRepeat({
    pairIds: [pairId],
    decision: '3',
    opinion: '两个地块，分别备案',
    ...more,
  })

/** A submitted project. */
async function known(more: Partial<ProjectDraft> = {}): Promise<ProjectDraft> {
  const project = draft(more)
  expect((await submit(project)).failed).toEqual([])
  return project
}

/** A project that was entered by the county instead. */
async function ofAnotherOffice(project: ProjectDraft): Promise<ProjectDraft> {
  const { user } = await (await rig.sameAs('county_yc')).auth.getInfo()
  await rig.db
    .updateTable('es_project')
    .set({ org_id: user.orgId ?? null })
    .where('project_name', '=', project.projectName ?? '')
    .execute()
  return project
}

/** Each rule with the calls that break it, at the moments that the book says of it. */
const CASES: readonly (readonly [code: string, moment: Moment, call: () => Promise<object>])[] = [
  [
    'D-001',
    '提交',
    async () => {
      return submit(await known())
    },
  ],
  ['D-001', '导入', async () => imported([rowOf(await ofAnotherOffice(await known()))])],
  ['D-012', '导入', async () => imported([{ ...rowOf(await known()), ratedPower: 333 }])],
  ['D-002', '提交', async () => submit(renamed(await known()))],
  ['D-002', '导入', async () => imported([rowOf(renamed(await known()))])],
  ['D-003', '导入', async () => imported([rowOf({ ...renamed(await known()), ratedPower: 333 })])],
  [
    'D-004',
    '导入',
    async () => {
      const row = goodRow(701)
      return imported([row, { ...row, address: '另一处' }])
    },
  ],
  [
    'D-009',
    '导入',
    async () => {
      const project = draft({ remark: '一期' })
      await enterprise.projects.create(project)
      return imported([{ ...rowOf(project), remark: '' }], { isWritten: true })
    },
  ],
  [
    'D-005',
    '导入',
    async () => {
      const project = draft()
      await enterprise.projects.create(project)
      return imported([rowOf(project)])
    },
  ],
  [
    'D-008',
    '导入',
    async () => {
      const project = draft()
      const { id } = await enterprise.projects.create(project)
      const { version } = await enterprise.projects.get(id)
      await enterprise.projects.update({ ...project, address: '麻黄山乡', id, version })
      return imported([rowOf(project)], { isWritten: true })
    },
  ],
  [
    'D-010',
    '提交',
    async () => {
      const { id: otherId } = await submit(draft())
      const { id: projectId } = await enterprise.projects.create(draft())
      return enterprise.projects.createRepeatAppeal({ projectId, otherId, reason: '不是同一项目' })
    },
  ],
  [
    'D-011',
    '审核',
    async () => {
      const project = draft()
      const { id: otherId } = await submit(project)
      const { id: projectId } = await enterprise.projects.create(project)
      const request = { projectId, otherId, reason: '不是同一项目' }
      await enterprise.projects.createRepeatAppeal(request)
      return enterprise.projects.createRepeatAppeal(request)
    },
  ],
  ['D-006', '审核', async () => decide(await suspects(), { keptId: 1 })],
  [
    'D-007',
    '审核',
    async () => {
      const pairId = await suspects()
      await decide(pairId)
      return decide(pairId)
    },
  ],
]

test.each(CASES)('%s is found at %s', async (code, moment, call) => {
  expect(familyOf('D').find((rule) => rule.code === code)?.when).toContain(moment)
  expect(await codesOf(call())).toContain(code)
})

test('each moment that the book says of a rule is executed, but for those of which a person sees the pair', () => {
  const shown: readonly Moment[] = ['填报', '审核']
  const executed = CASES.map(([code, moment]) => `${code} ${moment}`)
  const said = familyOf('D').flatMap(({ code, when }) =>
    when
      .filter((moment) => when.length === 1 || !shown.includes(moment))
      .map((moment) => `${code} ${moment}`),
  )
  expect(executed.sort()).toEqual(said.sort())
})
