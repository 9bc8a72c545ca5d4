import type { ProjectDraft, XinchuClient } from '@xinchu/sdk'
import { roundTo } from '@xinchu/validators'
import type { Rig } from '../../rig.ts'
import { soundProject } from '../../support/projects.ts'
import type { Cases } from '../../support/rules.ts'

let serial = 300

/** A project at a place of its own, like no other. */
export function ownDraft(more: Partial<ProjectDraft> = {}): ProjectDraft {
  serial += 1
  return soundProject(serial, { phaseNo: `${serial}期`, latitude: roundTo(37 + serial * 0.002, 4), ...more })
}

const create = async (rig: Rig, more: Partial<ProjectDraft> = {}) => {
  const enterprise = await rig.sameAs('enterprise_yc')
  const draft = ownDraft(more)
  const { id, version } = await enterprise.projects.create(draft)
  return { enterprise, draft, id, version }
}

/** A project that waits for the county. */
async function waiting(rig: Rig) {
  const made = await create(rig)
  await made.enterprise.projects.submit({ ids: [made.id], action: 'SUBMIT' })
  return { ...made, county: await rig.sameAs('county_yc') }
}

type Remark = { field?: string; text: string }

const giveBack = (office: XinchuClient, id: number, remarks: Remark[] = []) =>
  office.projects.submit({
    ids: [id],
    action: 'RETURN',
    opinion: '请核对',
    ...(remarks.length > 0 ? { remarks: [{ id, remarks }] } : {}),
  })

const RATED = { field: 'ratedPower', text: '请核对' }

/** A project that the county has returned with a remark. */
async function returned(rig: Rig) {
  const made = await waiting(rig)
  await giveBack(made.county, made.id, [RATED])
  const { remarks } = await made.enterprise.review.getRecord({ entity: 'PROJECT', entityId: made.id })
  return { ...made, remarkId: remarks[0]?.id ?? 0 }
}

/** A project that waits for the county again, with an answered remark. */
async function answered(rig: Rig) {
  const made = await returned(rig)
  await made.enterprise.review.answer({ items: [{ id: made.remarkId, answer: '无需修改：以批复为准' }] })
  await made.enterprise.projects.submit({ ids: [made.id], action: 'SUBMIT' })
  return made
}

const setState = (rig: Rig, id: number, declare: '5' | '7', country: '0' | '2' = '0') =>
  rig.db
    .updateTable('es_project')
    .set({ declare_status: declare, country_status: country, submitted_once: true })
    .where('id', '=', id)
    .execute()

/** Two projects of one site, both before the county. */
async function suspects(rig: Rig) {
  const enterprise = await rig.sameAs('enterprise_yc')
  const draft = ownDraft()
  const { id: older } = await enterprise.projects.create(draft)
  await enterprise.projects.submit({ ids: [older], action: 'SUBMIT' })
  const { id: newer } = await enterprise.projects.create({ ...draft, projectName: '大水坑风电配套站' })
  const request = { ids: [newer], action: 'SUBMIT' as const, repeatReason: '分属两个地块' }
  await enterprise.projects.submit(request)
  return newer
}

/** Calls that violate each rule of the review. */
export const reviewCases: Cases = {
  'W-001': async (rig) => (await rig.sameAs('enterprise_yc')).auditLog.list(),
  'W-002': async (rig) => (await rig.sameAs('enterprise_yc')).projects.get(999_999),
  async 'W-003'(rig) {
    const { enterprise, draft, id, version = 0 } = await create(rig)
    return enterprise.projects.update({ ...draft, id, version: version + 9 })
  },
  async 'W-004'(rig) {
    const { id, enterprise } = await create(rig)
    const windows = rig.db.updateTable('fill_time').where('fill_type', '=', 'PROJECT')
    await windows.set({ enabled: false }).execute()
    try {
      return await enterprise.projects.judgeSubmit({ ids: [id] })
    } finally {
      await windows.set({ enabled: true }).execute()
    }
  },
  async 'W-005'(rig) {
    const { enterprise, draft, id } = await waiting(rig)
    const { version = 0 } = await enterprise.projects.get(id)
    return enterprise.projects.update({ ...draft, id, version })
  },
  async 'W-006'(rig) {
    const { county, id } = await waiting(rig)
    return county.projects.submit({ ids: [id], action: 'RETURN' })
  },
  async 'W-007'(rig) {
    const { id } = await create(rig)
    await setState(rig, id, '7', '2')
    const province = await rig.sameAs('province_nx')
    return province.projects.submit({ ids: [id], action: 'SUBMIT', target: 'country' })
  },
  async 'W-008'(rig) {
    const { enterprise, id } = await returned(rig)
    return enterprise.projects.delete([id])
  },
  async 'W-009'(rig) {
    const { county, id } = await waiting(rig)
    await setState(rig, id, '5')
    return county.projects.read({ ids: [id] })
  },
  async 'W-010'(rig) {
    const { county } = await waiting(rig)
    return county.projects.checkRepeat({ pairIds: [1], decision: '3', opinion: '不是同一项目' })
  },
  async 'W-028'(rig) {
    const { enterprise, id } = await returned(rig)
    return enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  },
  async 'W-029'(rig) {
    const { county, id } = await answered(rig)
    return county.projects.submit({ ids: [id], action: 'PASS' })
  },
  async 'W-030'(rig) {
    const id = await suspects(rig)
    return (await rig.sameAs('county_yc')).projects.submit({ ids: [id], action: 'PASS' })
  },
  async 'W-031'(rig) {
    const { county, id } = await waiting(rig)
    return giveBack(county, id, [{ field: 'noSuchField', text: '请核对' }])
  },
  async 'W-032'(rig) {
    const { county, id } = await waiting(rig)
    const { undo } = await county.projects.submit({ ids: [id], action: 'PASS' })
    await (await rig.sameAs('city_wz')).projects.read({ ids: [id] })
    return county.review.undo({ undoId: undo?.undoId ?? '' })
  },
  async 'W-033'(rig) {
    const { county, id } = await returned(rig)
    return county.review.saveDraft({ entity: 'PROJECT', entityId: id, opinion: '再核对' })
  },
}
