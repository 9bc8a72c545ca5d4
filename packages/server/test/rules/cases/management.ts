import { randomUUID } from 'node:crypto'
import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { day } from '../../../src/runtime/time.ts'
import type { Rig } from '../../rig.ts'
import { goodRow } from '../../support/import-rows.ts'
import type { Cases } from '../../support/rules.ts'
import { smallPdf } from '../../support/small-pdf.ts'
import { ownDraft } from './review.ts'

const year = Number(day(new Date()).slice(0, 4))

const WINDOW = {
  fillType: 'PROJECT',
  year: 2031,
  startTime: '2031-01-01 00:00:00',
  endTime: '2031-12-31 23:59:59',
  enabled: true,
} as const

const POLICY = {
  category: 'policy',
  title: '关于新型储能的通知',
  content: '<p>正文</p>',
  issueOrg: '国家能源局',
  publishDate: '2026-04-02',
} as const

const MESSAGE = {
  title: '填报提醒',
  content: '<p>请按时报送。</p>',
  messageType: '2',
  targetType: '2',
} as const

const file = (name: string, text: string) => new File([text], name)
const textsOf = (row: object): Record<string, string> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))

const firstMenu = async (admin: XinchuClient) => {
  const [menu] = await admin.menus.listChildren({ pid: 0 })
  if (!menu) throw new Error('there is no menu')
  return menu
}

const enterprise = (rig: Rig) => rig.sameAs('enterprise_yc')

const SUCCESSION = { kind: '1', effectiveDate: '2026-01-01' } as const
// 江干区, which the demonstration knows as a part of 上城区.
const FORMER_PLACE = { provinceCode: '330000', cityCode: '330100', countyCode: '330104' }

/** Calls that violate each rule of windows, messages, files, sections, dictionaries, divisions and imports. */
export const managementCases: Cases = {
  'W-011': async (rig) =>
    (await rig.sameAs('nation')).projects.syncWarehousingData({ year: year + 1, quarter: 1, dryRun: true }),
  'W-012': async (rig) =>
    (await rig.sameAs('nation')).fillTimes.save({
      ...WINDOW,
      levelDeadlines: { county: '2031-10-20 00:00:00', city: '2031-10-15 00:00:00' },
    }),
  'W-013': async (rig) => (await rig.sameAs('province_nx')).fillTimes.save(WINDOW),
  async 'W-014'(rig) {
    const { messages } = await rig.sameAs('province_nx')
    const { id } = await messages.create({ ...MESSAGE, targetRegionCodes: ['640323'], publish: true })
    return messages.update({ ...MESSAGE, action: 'UPDATE', id, targetRegionCodes: ['640323'] })
  },
  'W-015': async (rig) =>
    (await rig.sameAs('province_nx')).messages.create({ ...MESSAGE, targetRegionCodes: ['620100'] }),
  async 'W-016'(rig) {
    const { files, projects } = await enterprise(rig)
    const stored = await files.upload({ file: file('备案证.pdf', smallPdf()), bizType: 'PROJECT_RECORD' })
    await projects.create(ownDraft({ attachmentIds: [stored.id] }))
    return files.delete(stored.id)
  },
  async 'W-017'(rig) {
    const { sections } = await rig.sameAs('policy_edit')
    const { id } = await sections.create(POLICY)
    await sections.update({ ...POLICY, id, version: 0, status: '1' })
    return sections.delete([id])
  },
  async 'W-018'(rig) {
    const { dicts } = await rig.sameAs('admin')
    const { content } = await dicts.list({ dictName: 'tech_type', size: 100 })
    return dicts.delete(content.find(({ value }) => value === '01')?.id ?? 0)
  },
  async 'W-019'(rig) {
    const admin = await rig.sameAs('admin')
    return admin.orgs.create({
      orgName: '青铜峡市能源主管部门',
      deptId: 5,
      regionCode: '640000',
      enabled: true,
    })
  },
  async 'W-020'(rig) {
    const admin = await rig.sameAs('admin')
    const { title = '' } = await firstMenu(admin)
    return admin.menus.create({ title, path: 'twice' })
  },
  async 'W-021'(rig) {
    const { savedQueries } = await enterprise(rig)
    await savedQueries.save({ listName: 'es-project', name: '在建', conditions: { buildStatus: '3' } })
    const { id } = await savedQueries.save({
      listName: 'es-project',
      name: '宁夏',
      conditions: { buildStatus: '3' },
    })
    return savedQueries.rename({ id, name: '在建' })
  },
  async 'W-022'(rig) {
    const { projects } = await enterprise(rig)
    const idempotencyKey = randomUUID()
    await projects.create(ownDraft(), { idempotencyKey })
    return projects.create(ownDraft(), { idempotencyKey })
  },
  async 'W-039'(rig) {
    const { projects } = await enterprise(rig)
    const [draft, call] = [ownDraft(), { idempotencyKey: randomUUID(), retry: { times: 0 } }]
    await projects.create(draft, call)
    await sql`update idempotency_key set status = null, reply = null, lease_until = now() + interval '15 seconds'`.execute(
      rig.db,
    )
    return projects.create(draft, call)
  },
  async 'W-023'(rig) {
    const { imports } = await enterprise(rig)
    const { id } = await imports.upload({
      file: file('项目.xlsx', 'PK\u0003\u0004'),
      clientKey: randomUUID(),
    })
    return imports.get(id)
  },
  async 'W-024'(rig) {
    const { imports } = await enterprise(rig)
    const row = textsOf(goodRow(1))
    return imports.upload({ clientKey: randomUUID(), rows: [row, row], firstRow: 200_000 })
  },
  async 'W-025'(rig) {
    const { imports } = await enterprise(rig)
    const { id } = await imports.upload({
      clientKey: randomUUID(),
      rows: [textsOf(goodRow(811))],
      last: true,
    })
    await imports.cancel(id)
    return imports.commit(id, {})
  },
  'W-026': async (rig) =>
    (await enterprise(rig)).files.upload({ file: file('.pdf', 'MZ'), bizType: 'PROJECT_RECORD' }),
  'W-027': async (rig) => (await enterprise(rig)).projects.list({ sort: ['abc,asc'] }),
  'W-034': async (rig) =>
    (await rig.sameAs('admin')).regions.recordSuccession({
      ...SUCCESSION,
      fromCode: '640323',
      toCode: '640323',
    }),
  'W-035': async (rig) => (await enterprise(rig)).projects.create(ownDraft(FORMER_PLACE)),
  'W-036': async (rig) => (await enterprise(rig)).events.read({ after: Number.MAX_SAFE_INTEGER }),
  'W-037': async (rig) => (await rig.sameAs('admin')).webhooks.create({ url: 'https://10.0.0.8/hook' }),
  'W-038': async (rig) =>
    (await enterprise(rig)).unsaved.save({
      ...{ kind: 'es-project', target: 'new:1', seen: 0, drop: [] },
      set: [{ key: 'remark', value: JSON.stringify('长'.repeat(600_000)) }],
    }),
}
