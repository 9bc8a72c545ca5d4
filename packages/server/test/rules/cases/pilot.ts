import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import type { Rig } from '../../rig.ts'
import {
  application,
  attachAll,
  BATCH,
  brief,
  completePilot,
  implementation,
  judgeAll,
  pdfOf,
  soundPilot,
  step,
} from '../../support/pilots.ts'
import type { Cases } from '../../support/rules.ts'

let serial = 2000
const next = () => {
  serial += 1
  return soundPilot(serial)
}

const enterprise = (rig: Rig) => rig.sameAs('enterprise_yc')

/** A draft of the first enterprise. */
async function drafted(rig: Rig) {
  const client = await enterprise(rig)
  const draft = next()
  return { client, draft, ...(await client.demoProjects.create(draft)) }
}

type Drafted = Awaited<ReturnType<typeof drafted>>

const changed = ({ client, draft, id, version }: Drafted, change: Partial<ReturnType<typeof soundPilot>>) =>
  client.demoProjects.update({ ...draft, id, version, ...change })

/** A project that waits for its recommender, and those who deal with it. */
async function submitted(rig: Rig): Promise<{ id: number; client: XinchuClient; province: XinchuClient }> {
  const client = await enterprise(rig)
  const { id } = await completePilot(client, next())
  await step(client, id, 'SUBMIT')
  return { id, client, province: await rig.sameAs('province_nx') }
}

async function recommended(rig: Rig) {
  const made = await submitted(rig)
  await step(made.province, made.id, 'PASS')
  return { ...made, platform: await rig.sameAs('platform'), nation: await rig.sameAs('nation') }
}

/** A project at a state that the expert review brings it to. */
async function reviewed(rig: Rig, status: string) {
  const made = await recommended(rig)
  await judgeAll(made.platform, made.id)
  await step(made.platform, made.id, 'ACCEPT')
  await sql`update demo_project set status = ${status} where id = ${made.id}`.execute(rig.db)
  return made
}

/** For each rule of the application and its flow a call that breaks it. */
export const pilotCases: Cases = {
  'M-001': async (rig) => {
    const { client, draft } = await drafted(rig)
    return client.demoProjects.create(draft)
  },
  'M-002': async (rig) => changed(await drafted(rig), { batchNo: 2 }),
  'M-003': async (rig) => {
    const { client } = await drafted(rig)
    return client.demoProjects.create({ ...next(), recommendOrgId: 999_999 })
  },
  'M-004': async (rig) => {
    const client = await enterprise(rig)
    const source = await client.projects.create({
      projectName: `来源${serial}`,
      provinceCode: '640000',
      ratedPower: 5,
    })
    const { ratedPower: _power, cityCode: _city, countyCode: _county, ...draft } = next()
    const made = await client.demoProjects.create({ ...draft, esProjectId: source.id })
    return client.demoProjects.update({
      ...draft,
      esProjectId: source.id,
      id: made.id,
      version: made.version,
      ratedPower: 6,
    })
  },
  'M-005': async (rig) => (await enterprise(rig)).demoProjects.create({ ...next(), esProjectId: 999_999 }),
  'M-006': async (rig) => {
    const { client, id: projectId } = await drafted(rig)
    return client.demoProjects.saveApplication({
      projectId,
      draft: false,
      ...application,
      keyIndicators: [{ name: '效率', value: 86 }],
    })
  },
  'M-007': async (rig) => {
    const { client, id: projectId } = await drafted(rig)
    return client.demoProjects.saveImplementation({
      projectId,
      draft: false,
      ...implementation,
      milestones: [{ name: '开工', planDate: '2027-01-01' }],
    })
  },
  'M-008': async (rig) => {
    const { client, id: projectId } = await drafted(rig)
    return client.demoProjects.saveImplementation({
      projectId,
      draft: false,
      ...implementation,
      investmentPlan: [{ year: 2027, amount: 1 }],
    })
  },
  'M-009': async (rig) => {
    const { client, id: projectId } = await drafted(rig)
    return client.demoProjects.saveBrief({ projectId, draft: false, ...brief, content: '过短' })
  },
  'M-010': async (rig) => {
    const { client, id: projectId } = await drafted(rig)
    return client.demoProjects.saveApplication({ projectId, draft: false, ...application, commitment: false })
  },
  'M-011': async (rig) => {
    const { client, id: projectId } = await drafted(rig)
    const part = { projectId, draft: false }
    await client.demoProjects.saveApplication({ ...part, ...application })
    await client.demoProjects.saveImplementation({ ...part, ...implementation })
    await client.demoProjects.saveBrief({ ...part, ...brief })
    return client.demoProjects.updateStatuses({ ids: [projectId], action: 'SUBMIT' })
  },
  'M-012': async (rig) => {
    const { id, client, province } = await submitted(rig)
    await step(province, id, 'RETURN', { opinion: '请补充附件', parts: ['ATTACHMENTS'] })
    await attachAll(client, id)
    return client.demoProjects.saveBrief({ projectId: id, version: 0, draft: true, ...brief })
  },
  'M-013': async (rig) => {
    const { id, province } = await submitted(rig)
    const nation = await rig.sameAs('nation')
    const [{ orgId = 0, used = 0 } = {}] = await province.demoProjects.listQuotas(BATCH)
    await nation.demoProjects.setQuotas({ ...BATCH, items: [{ orgId, quota: used }] })
    const answer = await province.demoProjects.updateStatuses({ ids: [id], action: 'PASS' })
    await nation.demoProjects.setQuotas({ ...BATCH, items: [{ orgId }] })
    return answer
  },
  'M-014': async (rig) => {
    const { id, client, province } = await submitted(rig)
    await step(province, id, 'READ')
    return client.demoProjects.updateStatuses({ ids: [id], action: 'WITHDRAW' })
  },
  'M-015': async (rig) =>
    (await rig.sameAs('nation')).demoProjects.updateStatuses({ ids: [1], action: 'QUIT' }),
  'M-016': async (rig) =>
    (await rig.sameAs('nation')).demoProjects.updateStatuses({ ids: [1], action: 'ANNOUNCE' }),
  'M-017': async (rig) => {
    const { id, nation } = await reviewed(rig, '10')
    const announce = { announceNo: '公告', announceDate: '2026-10-01' }
    return nation.demoProjects.updateStatuses({ ids: [id], action: 'ANNOUNCE', ...announce })
  },
  'M-018': async (rig) => {
    const { id, platform } = await reviewed(rig, '6')
    return platform.demoProjects.updateStatuses({ ids: [id], action: 'PRIMARY_PASS' })
  },
  'M-019': async (rig) => {
    const { id, platform } = await recommended(rig)
    return platform.demoProjects.updateStatuses({ ids: [id], action: 'ACCEPT' })
  },
  'M-020': async (rig) => {
    const { client, id: bizId } = await drafted(rig)
    return client.demoProjects.uploadFile({ file: pdfOf('备案证'), bizType: 'PROJECT_RECORD', bizId })
  },
  'M-021': async (rig) => {
    const [draft, client, province] = [next(), await enterprise(rig), await rig.sameAs('province_nx')]
    const ids: number[] = []
    for (const mark of ['甲', '乙']) {
      const { id } = await completePilot(client, { ...draft, projectName: `盐池县麻黄山构网型${mark}` })
      await step(client, id, 'SUBMIT')
      ids.push(id)
    }
    return province.demoProjects.updateStatuses({ ids, action: 'PASS' })
  },
  'M-022': async (rig) => {
    const { id, nation } = await reviewed(rig, '9')
    await sql`update demo_project set excellent_type_status = '4' where id = ${id}`.execute(rig.db)
    await sql`insert into demo_result (project_id, stage, result)
      values (${id}, 'EXCELLENT', '{"withinQuota": false, "scores": []}')`.execute(rig.db)
    await sql`insert into score_opening (batch_year, batch_no, stage, asked_by, confirmed_at)
      select batch_year, batch_no, 'EXCELLENT', 'platform', now() from demo_project where id = ${id}
      on conflict (batch_year, batch_no, stage) do update set confirmed_at = now()`.execute(rig.db)
    const opinion = '名次在名额之外'
    return nation.demoProjects.updateStatuses({ ids: [id], action: 'EXCELLENT_FAIL', opinion })
  },
}
