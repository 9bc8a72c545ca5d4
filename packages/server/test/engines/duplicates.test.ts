import type { ProjectDraft } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDuplicates } from '../../src/domain/es-project/duplicates/find.ts'
import { type Rig, startRig } from '../rig.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 0

/** Four characters that no other number has any of. */
const uncommon = (number: number) =>
  String.fromCodePoint(...[0, 1, 2, 3].map((at) => 0x5000 + 4 * number + at))

/** A complete project at a place of its own. */
function draft(more: Partial<ProjectDraft> = {}): ProjectDraft {
  serial += 1
  return soundProject(serial, {
    projectName: `盐池县${uncommon(serial)}储能站`,
    address: '麻黄山乡',
    longitude: roundTo(106.5 + serial * 0.05, 4),
    latitude: 37.2,
    ratedPower: 20 + 2 * serial,
    ratedEnergy: 40 + 4 * serial,
    totalInvestment: 9000,
    ...more,
  })
}

async function submitted(project: ProjectDraft, repeatReason?: string): Promise<number> {
  const enterprise = await rig.as('enterprise_yc')
  const { id } = await enterprise.projects.create(project)
  const request = { ids: [id], action: 'SUBMIT' as const, ...(repeatReason ? { repeatReason } : {}) }
  expect(await enterprise.projects.submit(request)).toEqual({ succeeded: [id], failed: [] })
  return id
}

/** Two submitted projects of one site and capacity under two names. */
async function suspects(): Promise<{ older: number; newer: number; project: ProjectDraft }> {
  const project = draft()
  const older = await submitted(project)
  const renamed = { ...project, projectName: `${uncommon(serial + 500)}风电配套站` }
  const newer = await submitted(renamed, '与原项目分属两个地块')
  return { older, newer, project: renamed }
}

const pairOf = async (username: string, id: number) =>
  (await (await rig.as(username)).projects.listRepeatPairs({ id })).content

describe('a check before the submission', () => {
  test('[7.project.24] finds the project that a form repeats, and says by which signals', async () => {
    const project = draft()
    const id = await submitted(project)
    const enterprise = await rig.as('enterprise_yc')
    const [pair] = await enterprise.projects.checkRepeat({ project })
    expect(pair).toMatchObject({ score: 100, nameSimilarity: 1, distanceM: 0, b: { id } })
    expect(pair?.signals.map(({ rule }) => rule)).toEqual(['R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8'])
  })

  test('leaves out the project that the form changes', async () => {
    const project = draft()
    const excludeId = await submitted(project)
    const enterprise = await rig.as('enterprise_yc')
    const found = await enterprise.projects.checkRepeat({ project, excludeId })
    expect(found.map(({ b }) => b.id)).not.toContain(excludeId)
  })

  test('shows of another party’s project no more than where it is', async () => {
    const project = draft()
    const id = await submitted(project)
    const stranger = await rig.as('enterprise_sy')
    const theirs = { ...project, creditCode: '91110113MA0000002X', companyName: '顺义一号储能有限公司' }
    const [pair] = await stranger.projects.checkRepeat({ project: theirs })
    expect(pair?.b).toMatchObject({ id, countyName: '盐池县', actions: [] })
    expect(pair?.b.projectName).toMatch(/^..\*\*\*..$/)
    expect(pair?.b).not.toHaveProperty('companyName')
    expect(pair?.b).not.toHaveProperty('ratedPower')
  })

  test('shows the office’s own drafts, and that they are drafts', async () => {
    const project = draft()
    const enterprise = await rig.as('enterprise_yc')
    const { id } = await enterprise.projects.create(project)
    expect(await enterprise.projects.checkRepeat({ project })).toMatchObject([{ b: { id }, draft: true }])
    const excludeId = await submitted(project)
    const [pair] = await enterprise.projects.checkRepeat({ project, excludeId: id })
    expect(pair).toMatchObject({ b: { id: excludeId }, draft: false })
  })

  test('never shows the drafts of others', async () => {
    const project = draft()
    await (await rig.as('enterprise_yc')).projects.create(project)
    expect(await (await rig.as('enterprise_sy')).projects.checkRepeat({ project })).toEqual([])
  })

  test('[7.project.7] a name is taken within its county, and the other party’s is masked', async () => {
    const project = draft()
    await submitted(project)
    const query = { projectName: `${project.projectName}项目`, countyCode: '640323' }
    const own = await (await rig.as('enterprise_yc')).projects.checkUnique(query)
    expect(own.conflicts[0]?.projectName).toBe(project.projectName)
    const other = await (await rig.as('enterprise_sy')).projects.checkUnique(query)
    expect(other).toMatchObject({ unique: false, conflicts: [{ field: 'projectName' }] })
    expect(other.conflicts[0]?.projectName).toContain('***')
  })
})

describe('a submission', () => {
  test('with the number of another project of the company needs a reason, however the number is written', async () => {
    const recordNo = `盐发改备〔2026〕${serial + 900}号`
    await submitted(draft({ recordNo, ratedPower: 11, ratedEnergy: 13 }))
    const enterprise = await rig.as('enterprise_yc')
    const rewritten = ` 盐发改备（2026） ${serial + 899}号`
    const { id } = await enterprise.projects.create(draft({ recordNo: rewritten }))
    const { allowed, duplicates, warnings } = await enterprise.projects.judgeSubmit({ ids: [id] })
    expect(allowed).toBe(true)
    expect(duplicates[0]).toMatchObject({ score: 90 })
    expect(duplicates[0]?.signals[0]).toMatchObject({ rule: 'R1', label: '备案文号相同' })
    expect(warnings).toContainEqual(expect.objectContaining({ field: 'repeatReason', code: 'D-002' }))
    const unique = await enterprise.projects.checkUnique({ projectName: '', recordNo: rewritten })
    expect(unique).toMatchObject({ unique: false, conflicts: [{ field: 'recordNo' }] })
  })

  test('is refused when the record number is that of another company’s project', async () => {
    const recordNo = `盐发改备〔2026〕${serial + 900}号`
    const first = await submitted(draft({ recordNo, ratedPower: 11, ratedEnergy: 13 }))
    const other = { credit_code: '91110113MA0000002X' }
    await rig.db.updateTable('es_project').set(other).where('id', '=', first).execute()
    const enterprise = await rig.as('enterprise_yc')
    const rewritten = recordNo.replace('〔', ' [').replace('〕', '】')
    const { id } = await enterprise.projects.create(draft({ recordNo: rewritten }))
    const judged = await enterprise.projects.judgeSubmit({ ids: [id] })
    expect(judged.reasons).toContainEqual({
      id,
      field: 'projectName',
      code: 'D-001',
      message: '与已有项目重复',
    })
    expect(judged.duplicates[0]).toMatchObject({ score: 100, a: { id } })
    const { failed } = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT', repeatReason: '有别' })
    expect(failed).toMatchObject([{ id, message: '与已有项目重复', errors: [{ field: 'projectName' }] }])
  })

  test('of a suspected duplicate needs a reason, which the reviewer reads beside the flag', async () => {
    const project = draft()
    await submitted(project)
    const enterprise = await rig.as('enterprise_yc')
    const { id } = await enterprise.projects.create({ ...project, projectName: '麻黄山北坡换电站' })
    const judged = await enterprise.projects.judgeSubmit({ ids: [id] })
    expect(judged.allowed).toBe(true)
    expect(judged.warnings).toContainEqual(expect.objectContaining({ field: 'repeatReason' }))
    const { failed } = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    const message = '与已有项目疑似重复，请填写说明'
    expect(failed).toEqual([
      { id, code: 'D-002', message, errors: [{ field: 'repeatReason', code: 'D-002', message }] },
    ])
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT', repeatReason: '同址二厂' })
    const reviewed = await (await rig.as('county_yc')).projects.get(id)
    expect(reviewed).toMatchObject({ repeatFlag: '1', repeatReason: '同址二厂' })
  })

  test('of projects that are merely near each other goes through unasked', async () => {
    const project = draft()
    await submitted(project)
    const id = await submitted({
      ...project,
      projectName: '大水坑空气压缩站',
      ratedPower: 5,
      ratedEnergy: 30,
    })
    expect((await (await rig.as('county_yc')).projects.get(id)).repeatFlag).toBe('0')
  })
})

describe('a pair', () => {
  test('is on the lists of its parties and offices, and on no others', async () => {
    const { newer, older } = await suspects()
    for (const username of ['enterprise_yc', 'county_yc', 'province_nx', 'nation']) {
      expect(await pairOf(username, newer), username).toMatchObject([
        { a: { id: newer }, b: { id: older }, score: 75, decision: '1' },
      ])
    }
    expect(await pairOf('enterprise_yc', older)).toMatchObject([{ a: { id: older }, b: { id: newer } }])
    for (const username of ['enterprise_sy', 'county_sy', 'province_bj'])
      expect(await pairOf(username, newer), username).toEqual([])
  })

  test('is decided by its province or the nation alone, with an opinion', async () => {
    const { newer } = await suspects()
    const [pair] = await pairOf('province_nx', newer)
    const decision = { pairIds: [pair?.id ?? 0], decision: '3' as const, opinion: '分属两个地块' }
    for (const username of ['enterprise_yc', 'county_yc', 'city_wz']) {
      const call = (await rig.as(username)).projects.checkRepeat(decision)
      await expect(call, username).rejects.toMatchObject({ kind: 'forbidden' })
    }
    const stranger = (await rig.as('province_bj')).projects.checkRepeat(decision)
    await expect(stranger).rejects.toMatchObject({ kind: 'not-found' })
    const province = await rig.as('province_nx')
    const silent = province.projects.checkRepeat({ ...decision, opinion: ' ' })
    await expect(silent).rejects.toMatchObject({ kind: 'validation' })
    expect(await province.projects.checkRepeat(decision)).toMatchObject([
      { decision: '3', opinion: '分属两个地块' },
    ])
    await expect(province.projects.checkRepeat(decision)).rejects.toMatchObject({ kind: 'conflict' })
    expect((await province.projects.get(newer)).repeatFlag).toBe('3')
  })

  test('that is no duplicate is not shown again until a key field changes', async () => {
    const { newer, older, project } = await suspects()
    const province = await rig.as('province_nx')
    const [pair] = await pairOf('province_nx', newer)
    await province.projects.checkRepeat({ pairIds: [pair?.id ?? 0], decision: '3', opinion: '两个项目' })
    const county = await rig.as('county_yc')
    const check = async (changed: Partial<ProjectDraft>) => {
      const found = await county.projects.checkRepeat({
        project: { ...project, ...changed },
        excludeId: newer,
      })
      return found.map(({ b }) => b.id)
    }
    expect(await check({})).not.toContain(older)
    expect(await check({ remark: '无关' })).not.toContain(older)
    expect(await check({ ratedEnergy: 1 + (project.ratedEnergy ?? 0) })).toContain(older)
  })

  test('that is confirmed keeps the newer record from being submitted again', async () => {
    const { newer, older } = await suspects()
    const nation = await rig.as('nation')
    const [pair] = await pairOf('nation', newer)
    await nation.projects.checkRepeat({ pairIds: [pair?.id ?? 0], decision: '2', opinion: '同一项目' })
    expect(await nation.projects.listRepeatPairs({ id: newer, repeatFlag: '2' })).toMatchObject({
      totalElements: 1,
    })
    const enterprise = await rig.as('enterprise_yc')
    expect(await enterprise.projects.get(newer)).toMatchObject({ repeatFlag: '2', repeatGroupId: older })
    await enterprise.projects.submit({ ids: [newer], action: 'WITHDRAW' })
    const { failed } = await enterprise.projects.submit({
      ids: [newer],
      action: 'SUBMIT',
      repeatReason: '有别',
    })
    expect(failed).toMatchObject([{ id: newer, message: '与已有项目重复' }])
  })

  test('that lies in two provinces is the nation’s to decide, and each sees of it its own', async () => {
    const { newer, older } = await suspects()
    const code = { province_code: '110000', city_code: '110100', county_code: '110113' }
    await rig.db.updateTable('es_project').set(code).where('id', '=', older).execute()
    for (const [username, own] of [
      ['province_nx', newer],
      ['province_bj', older],
    ] as const) {
      const [pair] = await pairOf(username, own)
      expect(pair).toMatchObject({ a: { id: own }, masked: true, mayDecide: false })
      expect(pair?.b).not.toHaveProperty('companyName')
      const decision = { pairIds: [pair?.id ?? 0], decision: '3' as const, opinion: '分属两省' }
      const refusal = { kind: 'forbidden', message: '涉及其他省份的重复项目由国家能源主管部门判定' }
      await expect((await rig.as(username)).projects.checkRepeat(decision)).rejects.toMatchObject(refusal)
    }
    expect(await pairOf('nation', newer)).toMatchObject([{ masked: false, mayDecide: true }])
  })

  test('is found by what is known of the visible project, and not by the other party’s', async () => {
    const { newer, older, project } = await suspects()
    await rig.db.updateTable('es_project').set({ org_id: 1 }).where('id', '=', older).execute()
    const enterprise = await rig.as('enterprise_yc')
    const found = async (keyword: string) =>
      (await enterprise.projects.listRepeatPairs({ keyword })).content.map(({ a }) => a?.id)
    expect(await found(project.projectName)).toEqual([newer])
    const [pair] = await pairOf('enterprise_yc', older)
    expect(pair).toMatchObject({ a: { id: newer }, b: { id: older }, masked: true })
    const other = await (await rig.as('county_yc')).projects.get(older)
    expect(await found(other.projectName)).toEqual([])
  })

  test('stands in the order that is asked for', async () => {
    await suspects()
    const county = await rig.as('county_yc')
    const scores = async (sort: string[]) =>
      (await county.projects.listRepeatPairs({ sort, size: 100, repeatFlag: '1' })).content.map(
        ({ score }) => score,
      )
    const ascending = await scores(['score,asc'])
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b))
    expect(await scores([])).toEqual([...ascending].reverse())
    const decisions = (await county.projects.listRepeatPairs({ size: 100 })).content.map(
      ({ decision }) => decision,
    )
    expect(decisions).toEqual([...decisions].sort())
    expect(new Set(decisions).size).toBeGreaterThan(1)
    expect(await county.projects.listRepeatPairs({ minScore: 101 })).toMatchObject({ totalElements: 0 })
  })

  test('that is confirmed may keep the newer record: then the older one gives way', async () => {
    const { newer, older } = await suspects()
    const province = await rig.as('province_nx')
    const pairIds = [(await pairOf('province_nx', newer))[0]?.id ?? 0]
    const decide = (more: object) =>
      province.projects.checkRepeat({ pairIds, decision: '2', opinion: '同一项目', ...more })
    await expect(decide({ keptId: 1 })).rejects.toMatchObject({ message: '保留的项目不在这对项目中' })
    await expect(decide({ keptId: newer, decision: '3' })).rejects.toMatchObject({ kind: 'validation' })
    expect(await decide({ keptId: newer })).toMatchObject([{ decision: '2', keptId: newer }])
    expect(await province.projects.get(newer)).toMatchObject({ repeatFlag: '0' })
    expect(await province.projects.get(older)).toMatchObject({ repeatFlag: '2', repeatGroupId: newer })
    await expect(decide({ keptId: newer })).rejects.toMatchObject({ message: '已作出相同的判定' })
    expect(await decide({ keptId: older })).toMatchObject([{ decision: '2', keptId: older }])
    expect(await province.projects.get(older)).toMatchObject({ repeatFlag: '0' })
  })

  test('that is confirmed lets the record that gives way be terminated, and nothing else', async () => {
    const { newer } = await suspects()
    const province = await rig.as('province_nx')
    const [pair] = await pairOf('province_nx', newer)
    await province.projects.checkRepeat({ pairIds: [pair?.id ?? 0], decision: '2', opinion: '同一项目' })
    const enterprise = await rig.as('enterprise_yc')
    await enterprise.projects.submit({ ids: [newer], action: 'WITHDRAW' })
    const ended = { build_status: '7' as const, terminate_date: '2026-10-01', stop_reason: '与已有项目重复' }
    await rig.db.updateTable('es_project').set(ended).where('id', '=', newer).execute()
    expect((await enterprise.projects.submit({ ids: [newer], action: 'SUBMIT' })).failed).toEqual([])
    expect(await enterprise.projects.get(newer)).toMatchObject({ repeatFlag: '2' })
  })

  test('that was confirmed is open no more once the records have nothing in common', async () => {
    const { newer } = await suspects()
    const province = await rig.as('province_nx')
    const [pair] = await pairOf('province_nx', newer)
    await province.projects.checkRepeat({ pairIds: [pair?.id ?? 0], decision: '2', opinion: '同一项目' })
    const enterprise = await rig.as('enterprise_yc')
    await enterprise.projects.submit({ ids: [newer], action: 'WITHDRAW' })
    const elsewhere = { longitude: 106, latitude: 38.5, rated_power: 777, rated_energy: 999 }
    await rig.db.updateTable('es_project').set(elsewhere).where('id', '=', newer).execute()
    expect((await enterprise.projects.submit({ ids: [newer], action: 'SUBMIT' })).failed).toEqual([])
    expect(await pairOf('province_nx', newer)).toEqual([])
    expect(await enterprise.projects.get(newer)).toMatchObject({ repeatFlag: '0' })
  })

  test('each decision stays in its history', async () => {
    const { newer } = await suspects()
    const nation = await rig.as('nation')
    const id = (await pairOf('nation', newer))[0]?.id ?? 0
    for (const decision of ['2', '3'] as const)
      await nation.projects.checkRepeat({ pairIds: [id], decision, opinion: `判定${decision}` })
    const history = await rig.db
      .selectFrom('project_duplicate_decision')
      .select(['decision', 'opinion'])
      .where('pair_id', '=', id)
      .orderBy('id')
      .execute()
    expect(history).toEqual([
      { decision: '2', opinion: '判定2' },
      { decision: '3', opinion: '判定3' },
    ])
  })
})

describe('side by side', () => {
  test('[7.project.6] fields stand with their names and differences are told', async () => {
    const { newer, older, project } = await suspects()
    const label = `${project.ratedPower} MW`
    const { fields, projects } = await (await rig.as('county_yc')).projects.getContrastList({
      ids: [newer, older],
    })
    expect(projects.map(({ id }) => id)).toEqual([newer, older])
    const field = (name: string) => fields.find((each) => each.name === name)
    expect(field('projectName')?.same).toBe(false)
    expect(field('ratedPower')).toMatchObject({
      same: true,
      values: [{ label }, { label }],
    })
    expect(field('countyCode')?.values[0]?.label).toBe('盐池县')
  })

  test('projects out of reach are as if they did not exist', async () => {
    const { newer, older } = await suspects()
    const call = (await rig.as('province_bj')).projects.getContrastList({ ids: [newer, older] })
    await expect(call).rejects.toMatchObject({ kind: 'not-found' })
  })
})

test('a thousand rows are compared by as many queries as one', async () => {
  const project = draft()
  const id = await submitted(project)
  const row = {
    province_code: '640000',
    county_code: '640323',
    city_code: '640300',
    project_name: project.projectName,
    normalised_name: '不相干的名字',
    credit_code: project.creditCode ?? null,
    rated_power: project.ratedPower ?? null,
    rated_energy: project.ratedEnergy ?? null,
    longitude: project.longitude ?? null,
    latitude: project.latitude ?? null,
  }
  const found = await findDuplicates(
    rig.db,
    Array.from({ length: 1_000 }, () => row),
  )
  expect(found).toHaveLength(1_000)
  expect(found.every(([pair]) => pair?.projectId === id)).toBe(true)
})
