import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { BATCH, expertIds, makePilots, poolNames } from '../support/pilot-projects.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

describe('the expert pool', () => {
  test('lists experts with their counts, never with scores', async () => {
    const { demoReview } = await rig.sameAs('platform')
    const page = await demoReview.listExperts({ size: 100 })
    expect(page.totalElements).toBeGreaterThanOrEqual(40)
    for (const { history } of page.content)
      expect(Object.keys(history).sort()).toEqual(['assigned', 'inTime', 'late', 'recused'])
  })

  test('is filtered by specialty, title, unit and availability', async () => {
    const { demoReview } = await rig.sameAs('nation')
    const { content } = await demoReview.listExperts({ specialty: '5', title: '高级工程师', size: 100 })
    expect(content.length).toBeGreaterThan(0)
    expect(
      content.every(({ specialty, title }) => specialty?.includes('5') && title?.includes('高级工程师')),
    ).toBe(true)
    const [found] = (await demoReview.listExperts({ keyword: '盐池一号' })).content
    expect(found?.workUnit).toBe('盐池一号储能有限公司')
    const absent = await demoReview.listExperts({ available: false, size: 100 })
    expect(absent.totalElements).toBe(2)
  })

  test('is closed to experts, who change their own availability alone', async () => {
    const { demoReview } = await rig.sameAs('expert')
    expect(await refusalCodes(demoReview.listExperts())).toContain('W-001')
    const own = await demoReview.getOwnExpert()
    const changed = await demoReview.saveOwnAvailability({
      version: own.version,
      available: false,
      loadLimit: 4,
    })
    expect(changed).toMatchObject({ available: false, loadLimit: 4, workUnit: own.workUnit })
    expect(
      await refusalCodes(demoReview.saveOwnAvailability({ version: own.version, available: true })),
    ).toContain('W-003')
  })

  test('a profile is replaced as a whole by the platform', async () => {
    const { demoReview } = await rig.sameAs('platform')
    const [id = 0] = await expertIds(rig.db, 'expert40')
    const before = (await demoReview.listExperts({ size: 100 })).content.find(({ userId }) => userId === id)
    const saved = await demoReview.saveExpert({
      userId: id,
      version: before?.version ?? 0,
      workUnit: '南湖储能研究院',
      specialty: ['3'],
      formerUnits: [{ unit: '东江大学', until: '2024-05-01' }],
    })
    expect(saved).toMatchObject({ workUnit: '南湖储能研究院', specialty: ['3'], available: true, version: 1 })
    expect(saved.title).toBeUndefined()
  })
})

describe('a group', () => {
  test('[7.demo.17, 7.demo.34, 7.demo.37] has its experts, its leader and its projects', async () => {
    const { demoProjects } = await rig.sameAs('platform')
    const ids = await expertIds(rig.db, ...poolNames(5))
    const projectIds = await makePilots(rig.db, 2)
    const group = await demoProjects.createExpertGroup({
      ...BATCH,
      groupName: '压缩空气组',
      stage: 'PRIMARY',
      leaderId: ids[1] ?? 0,
      expertIds: ids,
      projectIds,
    })
    expect(group.experts.map(({ userId, isLeader }) => [userId, isLeader])).toEqual(
      ids.map((id) => [id, id === ids[1]]),
    )
    expect(group.projectIds).toEqual(projectIds)
    const found = await demoProjects.findGroupExperts({ groupId: group.id })
    expect(found.members).toHaveLength(5)
    expect(found.candidates.some(({ userId }) => ids.includes(userId))).toBe(false)
    const [more = 0] = await expertIds(rig.db, 'expert06')
    const extended = await demoProjects.createExpertGroup({
      id: group.id,
      version: group.version,
      expertIds: [more],
    })
    expect(extended.experts.map(({ userId }) => userId)).toEqual([...ids, more])
    await demoProjects.deleteGroupExperts({ groupId: group.id, expertIds: [ids[1] ?? 0] })
    const after = await demoProjects.findGroupExperts({ groupId: group.id })
    expect(after.groups[0]?.leaderId).toBe(ids[0])
    expect(await refusalCodes(demoProjects.deleteGroupExperts({ groupId: group.id }))).toContain('E-004')
  })

  test('is refused with two experts, a leader from outside, a name in use, or a project of another group', async () => {
    const { demoProjects } = await rig.sameAs('platform')
    const ids = await expertIds(rig.db, ...poolNames(4))
    const [a = 0, b = 0, c = 0, d = 0] = ids
    const [projectId = 0] = await makePilots(rig.db, 1)
    const draft = {
      ...BATCH,
      groupName: '液流组',
      stage: 'PRIMARY' as const,
      leaderId: a,
      expertIds: [a, b, c],
    }
    expect(await refusalCodes(demoProjects.createExpertGroup({ ...draft, expertIds: [a, b] }))).toContain(
      'E-001',
    )
    expect(await refusalCodes(demoProjects.createExpertGroup({ ...draft, leaderId: d }))).toContain('E-001')
    const [office = 0] = await expertIds(rig.db, 'nation')
    expect(
      await refusalCodes(demoProjects.createExpertGroup({ ...draft, expertIds: [a, b, office] })),
    ).toContain('E-003')
    await demoProjects.createExpertGroup({ ...draft, projectIds: [projectId] })
    expect(await refusalCodes(demoProjects.createExpertGroup(draft))).toContain('E-002')
    const other = { ...draft, groupName: '飞轮组', projectIds: [projectId] }
    expect(await refusalCodes(demoProjects.createExpertGroup(other))).toContain('E-002')
  })
})
