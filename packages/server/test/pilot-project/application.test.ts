import { fields } from '@xinchu/contract/fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import {
  application,
  BATCH,
  brief,
  implementation,
  pdfOf,
  soundPilot,
  writtenPilot,
} from '../support/pilots.ts'
import { soundProject } from '../support/projects.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const enterprise = () => rig.sameAs('enterprise_yc')

let serial = 0
const next = () => {
  serial += 1
  return serial
}

describe('a demonstration project', () => {
  test('has a code of its batch, its recommender and the parts that it may change', async () => {
    const client = await enterprise()
    const made = await client.demoProjects.create(soundPilot(next()))
    expect(made).toMatchObject({
      status: '0',
      statusLabel: '草稿',
      companyName: '盐池一号储能有限公司',
      recommendOrgName: '宁夏回族自治区能源主管部门',
      durationHours: 2,
      editableParts: ['MASTER', 'APPLICATION', 'IMPLEMENTATION', 'BRIEF', 'ATTACHMENTS'],
      actions: ['SUBMIT'],
      deletable: true,
    })
    expect(made.demoCode).toMatch(new RegExp(`^DEMO${BATCH.batchYear}01\\d{3}$`))
  })

  test('[7.demo.1] gets the next code of its batch also when many are made at once', async () => {
    const client = await enterprise()
    const made = await Promise.all(
      Array.from({ length: 8 }, () => client.demoProjects.create(soundPilot(next()))),
    )
    const serials = made.map(({ demoCode }) => Number(demoCode.slice(-3))).sort((a, b) => a - b)
    expect(serials).toEqual(serials.map((_, index) => (serials[0] ?? 0) + index))
  })

  test('[7.demo.2, 7.demo.15] has a name that is its own in the batch, apart from punctuation', async () => {
    const client = await enterprise()
    const draft = soundPilot(next())
    const { id, version } = await client.demoProjects.create(draft)
    const twin = { ...draft, projectName: `${draft.projectName}（ ）` }
    expect(await refusalCodes(client.demoProjects.create(twin))).toContain('M-001')
    expect((await client.demoProjects.checkUnique({ ...BATCH, projectName: twin.projectName })).unique).toBe(
      false,
    )
    expect(
      (await client.demoProjects.checkUnique({ ...BATCH, projectName: twin.projectName, excludeId: id }))
        .unique,
    ).toBe(true)
    expect((await client.demoProjects.update({ ...twin, id, version })).version).toBe(version + 1)
  })

  test.each([
    ['M-002', { batchNo: 2 }],
    ['M-002', { provinceCode: '110000', cityCode: '110100' }],
    ['P-001', { techSubType: '0301' }],
    ['P-015', { companyName: '顺义一号储能有限公司' }],
    ['W-003', { version: 99 }],
    ['F-014', { countyCode: '110113' }],
  ] as const)('refuses a change with %s: %j', async (code, change) => {
    const client = await enterprise()
    const draft = soundPilot(next())
    const { id, version } = await client.demoProjects.create(draft)
    expect(await refusalCodes(client.demoProjects.update({ ...draft, id, version, ...change }))).toContain(
      code,
    )
  })

  test('is recommended by the office of its province, or by the group that owns it', async () => {
    const client = await enterprise()
    const beijing = (await (await rig.sameAs('province_bj')).auth.getInfo()).user.orgId
    expect(
      await refusalCodes(client.demoProjects.create(soundPilot(next(), { recommendOrgId: beijing ?? 0 }))),
    ).toContain('M-003')
    const byGroup = await client.demoProjects.create(soundPilot(next(), { recommendType: '2' }))
    expect(byGroup.recommendOrgName).toBe('国家电力投资集团有限公司')
  })

  test('[7.demo.3] is deleted only as a draft that was never submitted', async () => {
    const client = await enterprise()
    const { id } = await client.demoProjects.create(soundPilot(next()))
    await client.demoProjects.delete([id])
    expect(await refusalCodes(client.demoProjects.get({ id }))).toContain('W-002')
  })

  test('[7.demo.24] is invisible to others as a draft', async () => {
    const { id } = await (await enterprise()).demoProjects.create(soundPilot(next()))
    for (const name of ['enterprise_sy', 'province_nx', 'nation', 'platform', 'expert']) {
      const other = await rig.sameAs(name)
      expect(await refusalCodes(other.demoProjects.get({ id })), name).toContain('W-002')
      expect(
        (await other.demoProjects.getNameIdList()).map((each) => each.id),
        name,
      ).not.toContain(id)
    }
  })

  test('can only be made while the window of its batch is open', async () => {
    const client = await enterprise()
    expect(await refusalCodes(client.demoProjects.create(soundPilot(next(), { batchNo: 7 })))).toContain(
      'W-004',
    )
  })
})

describe('a linked project', () => {
  const linkedTo = async () => {
    const client = await enterprise()
    const source = await client.projects.create(soundProject(900 + next()))
    const { projectName, recommendType, provinceCode, techDirection } = {
      recommendType: '1' as const,
      techDirection: '10',
      ...soundPilot(next()),
    }
    const draft = { ...BATCH, projectName, recommendType, provinceCode, techDirection }
    const made = await client.demoProjects.create({ ...draft, esProjectId: source.id })
    return { client, source, draft: { ...draft, esProjectId: source.id }, made }
  }

  test('gives its figures, which are locked', async () => {
    const { client, source, draft, made } = await linkedTo()
    expect(made).toMatchObject({
      ratedPower: source.ratedPower,
      totalInvestment: source.totalInvestment,
      linkedProjectCode: source.projectCode,
      sourceChanges: [],
    })
    expect(made.lockedFields).toContain('ratedPower')
    const change = { ...draft, id: made.id, version: made.version, ratedPower: 1 }
    expect(await refusalCodes(client.demoProjects.update(change))).toContain('M-004')
  })

  test('shows its later changes, and gives them only on demand', async () => {
    const { client, source, draft, made } = await linkedTo()
    const { projectName, provinceCode } = source
    await client.projects.update({
      ...soundProject(1, { projectName, provinceCode, totalInvestment: 23456.5 }),
      id: source.id,
      version: source.version,
      ratedPower: source.ratedPower ?? 0,
      ratedEnergy: source.ratedEnergy ?? 0,
      longitude: source.longitude ?? 0,
      latitude: source.latitude ?? 0,
    })
    const seen = await client.demoProjects.get({ id: made.id })
    expect(seen.totalInvestment).toBe(20876.4)
    expect(seen.sourceChanges).toEqual([
      { field: 'totalInvestment', label: '总投资', taken: '20,876.4', current: '23,456.5' },
    ])
    const kept = await client.demoProjects.update({ ...draft, id: made.id, version: made.version })
    expect(kept.totalInvestment).toBe(20876.4)
    const taken = await client.demoProjects.update({
      ...draft,
      id: made.id,
      version: kept.version,
      takeSource: true,
    })
    expect(taken).toMatchObject({ totalInvestment: 23456.5, sourceChanges: [] })
  })

  test('is one of the own company', async () => {
    const foreign = await (await rig.sameAs('enterprise_sy')).projects.create({
      projectName: '顺义储能站',
      provinceCode: '110000',
    })
    const draft = soundPilot(next(), { esProjectId: foreign.id })
    expect(await refusalCodes((await enterprise()).demoProjects.create(draft))).toContain('M-005')
  })
})

describe('the parts of an application', () => {
  test('[7.demo.26] are saved as drafts, one by one, each with its own version', async () => {
    const client = await enterprise()
    const { id: projectId } = await client.demoProjects.create(soundPilot(next()))
    const first = await client.demoProjects.saveApplication({ projectId, draft: true, unitIntro: '单位概况' })
    expect(first).toMatchObject({ application: '1', implementation: '0', versions: { application: 0 } })
    const place = { projectId, draft: true, version: 0 }
    expect((await client.demoProjects.saveApplication({ ...place, ...application })).versions).toEqual({
      application: 1,
    })
    expect(await refusalCodes(client.demoProjects.saveApplication({ ...place, ...application }))).toContain(
      'W-003',
    )
    expect(
      await refusalCodes(client.demoProjects.saveApplication({ projectId, draft: true, ...application })),
    ).toContain('W-003')
  })

  test('[7.demo.30] tell in words and by field what is missing', async () => {
    const client = await enterprise()
    const { id: projectId } = await client.demoProjects.create({
      ...BATCH,
      projectName: `未完成${next()}`,
      provinceCode: '640000',
    })
    const [status] = await client.demoProjects.getSubmitStatus({ projectIds: [projectId] })
    expect(status?.missing).toContain('基本信息“额定功率”未填写')
    expect(status?.missing).toContain('申报书“建设必要性”未填写')
    expect(status?.missing).toContain('示范项目接入意见未上传')
    expect(status?.gaps).toHaveLength(status?.missing.length ?? 0)
    expect(status?.canSubmit).toBe(false)
    expect(status?.fillWindow?.open).toBe(true)
  })

  test('[7.demo.27] number their milestones and keep the numbers', async () => {
    const client = await enterprise()
    const { id: projectId } = await client.demoProjects.create(soundPilot(next()))
    await client.demoProjects.saveImplementation({ projectId, draft: false, ...implementation })
    const { milestones = [], version } = await client.demoProjects.getImplementation({ projectId })
    const ids = milestones.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    const more = [...milestones, { name: '验收', planDate: '2028-12-31' }]
    await client.demoProjects.saveImplementation({
      projectId,
      version,
      draft: false,
      ...implementation,
      milestones: more,
    })
    const later = await client.demoProjects.getImplementation({ projectId })
    expect(later.milestones?.slice(0, 3).map(({ id }) => id)).toEqual(ids)
    const stray = [{ id: 999_999, name: '开工' }]
    expect(
      await refusalCodes(
        client.demoProjects.saveImplementation({
          projectId,
          version: later.version,
          draft: true,
          milestones: stray,
        }),
      ),
    ).toContain('W-002')
  })

  test.each([
    ['M-006', { ...application, keyIndicators: (application.keyIndicators ?? []).slice(0, 2) }],
    ['M-010', { ...application, commitment: false }],
    ['F-001', { ...application, necessity: '' }],
  ] as const)('an application is complete only by %s', async (code, content) => {
    const client = await enterprise()
    const { id: projectId } = await client.demoProjects.create(soundPilot(next()))
    const save = (draft: boolean) => client.demoProjects.saveApplication({ projectId, draft, ...content })
    expect(await refusalCodes(save(false))).toContain(code)
    expect(await refusalCodes(save(true))).toEqual([])
  })

  test.each([
    ['M-007', { ...implementation, milestones: implementation.milestones?.slice(1) }],
    ['M-008', { ...implementation, investmentPlan: [{ year: 2027, amount: 15000 }] }],
    [
      'F-012',
      {
        ...implementation,
        tasks: [{ name: '土建', content: '土建', planStart: '2027-02-01', planEnd: '2027-01-01' }],
      },
    ],
  ] as const)('a plan is complete only by %s', async (code, content) => {
    const client = await enterprise()
    const { id: projectId } = await client.demoProjects.create(soundPilot(next()))
    expect(
      await refusalCodes(
        client.demoProjects.saveImplementation({ projectId, draft: false, ...content } as never),
      ),
    ).toContain(code)
  })

  test.each(['短', `${'字 '.repeat(801)}`.slice(0, 800)])('a brief has 200 to 800 words', async (content) => {
    const client = await enterprise()
    const { id: projectId } = await client.demoProjects.create(soundPilot(next()))
    const saving = client.demoProjects.saveBrief({ projectId, draft: false, ...brief, content })
    if (content === '短') expect(await refusalCodes(saving)).toContain('M-009')
    else expect(await refusalCodes(saving)).toEqual([])
  })

  test('lack only their attachments when all are written', async () => {
    const client = await enterprise()
    const { id } = await writtenPilot(client, soundPilot(next()))
    const detail = await client.demoProjects.get({ id })
    expect(detail.partStatus.gaps?.map(({ field }) => field)).toEqual([
      'DEMO_APPLICATION_STAMPED',
      'DEMO_RECORD',
      'DEMO_GRID',
      'DEMO_COMMIT',
    ])
    expect(detail.application?.necessity).toBe(application.necessity)
    expect(detail.brief?.partStatus).toBe('2')
  })
})

describe('the outline', () => {
  test.each(['APPLICATION', 'IMPLEMENTATION', 'ANNUAL', 'WORKREPORT'] as const)(
    'of %s names fields of the contract and their limits',
    async (partType) => {
      const specs = {
        APPLICATION: fields.DemoApplicationFields,
        IMPLEMENTATION: fields.DemoImplementationFields,
        ANNUAL: fields.AnnualReportFields,
        WORKREPORT: fields.WorkReportFields,
      }[partType]
      const outline = await (await enterprise()).demoProjects.getOutline({ partType })
      const nodes = outline.flatMap((node) => [node, ...(node.children ?? [])])
      expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length)
      for (const { fieldKey, wordLimit, required } of nodes) {
        if (fieldKey === undefined) continue
        const spec = specs.find(({ name }) => name === fieldKey)
        expect(spec, fieldKey).toBeDefined()
        expect([wordLimit, required]).toEqual([spec?.maxLength, spec?.required === 'submit'])
      }
    },
  )

  test('[7.demo.7] of an application has the entries of its technology', async () => {
    const client = await enterprise()
    const titles = async (techType?: string) =>
      (
        await client.demoProjects.getOutline({ partType: 'APPLICATION', ...(techType ? { techType } : {}) })
      ).flatMap(({ children = [] }) => children.map(({ title, no }) => `${no} ${title}`))
    expect(await titles()).toEqual(['4.1 关键指标'])
    expect(await titles('05')).toEqual(['4.1 关键指标', '4.2 储气库与压缩膨胀系统'])
  })
})

describe('copying from an earlier batch', () => {
  test('takes what is ticked, marks it until it is edited, and saves it as a draft', async () => {
    const client = await enterprise()
    const { id: sourceId } = await writtenPilot(client, soundPilot(next()))
    // An application of the batch of two years ago.
    await rig.db
      .updateTable('demo_project')
      .set({ batch_year: BATCH.batchYear - 2 })
      .where('id', '=', sourceId)
      .execute()
    const { id: projectId } = await client.demoProjects.create(soundPilot(next()))
    const sources = await client.demoProjects.listCopySources({ projectId })
    const source = sources.find((each) => each.projectId === sourceId)
    expect(source?.batchYear).toBe(BATCH.batchYear - 2)
    const suggested = source?.sections.filter((each) => each.suggested).map(({ field }) => field) ?? []
    expect(suggested).toContain('necessity')
    for (const field of ['keyIndicators', 'milestones', 'commitment']) expect(suggested).not.toContain(field)
    const sections = [
      { part: 'APPLICATION', field: 'necessity' },
      { part: 'APPLICATION', field: 'innovation' },
      { part: 'IMPLEMENTATION', field: 'milestones' },
    ] as const
    const copied = await client.demoProjects.copyParts({ projectId, sourceId, sections: [...sections] })
    expect(copied).toMatchObject({ application: '1', implementation: '1', brief: '0' })
    const seen = await client.demoProjects.get({ id: projectId })
    expect(seen.application?.copiedFields).toEqual([
      { field: 'necessity', batchYear: BATCH.batchYear - 2 },
      { field: 'innovation', batchYear: BATCH.batchYear - 2 },
    ])
    expect(seen.implementation?.milestones?.every(({ id }) => id === undefined)).toBe(true)
    await client.demoProjects.saveApplication({
      projectId,
      version: seen.application?.version ?? 0,
      draft: true,
      necessity: '新的必要性',
      innovation: application.innovation ?? '',
    })
    const edited = (await client.demoProjects.get({ id: projectId })).application
    expect(edited?.copiedFields).toEqual([{ field: 'innovation', batchYear: BATCH.batchYear - 2 }])
  })

  test('takes nothing of others, and nothing that is not there', async () => {
    const client = await enterprise()
    const { id: projectId } = await client.demoProjects.create(soundPilot(next()))
    const copy = (sourceId: number, field: string) =>
      client.demoProjects.copyParts({ projectId, sourceId, sections: [{ part: 'BRIEF', field }] })
    expect(await refusalCodes(copy(999_999, 'summary'))).toContain('W-002')
    expect(await refusalCodes(copy(projectId, 'summary'))).toContain('W-002')
  })
})

test('[7.demo.28] the picture of a brief is one, not a document', async () => {
  const client = await enterprise()
  const { id: projectId } = await client.demoProjects.create(soundPilot(next()))
  const { id: coverFileId } = await client.files.upload({ file: pdfOf('效果图'), bizType: 'DEMO_COVER' })
  const saving = client.demoProjects.saveBrief({ projectId, draft: true, ...brief, coverFileId })
  expect(await refusalCodes(saving)).toContain('M-020')
})
