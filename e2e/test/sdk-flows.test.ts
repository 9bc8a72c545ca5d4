import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createClient, type FlowRequest, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { soundProject } from '../../packages/server/test/support/projects.ts'
import { soundUsage } from '../../packages/server/test/support/usage.ts'
import { type CommandLine, commandLineAs } from '../support/command-line.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform()
const clients = new Map<string, XinchuClient>()
const lines: CommandLine[] = []
afterAll(() => {
  for (const line of lines) line.remove()
})

/** The SDK as an integrator uses it, logged in once for each account. */
async function as(username: string): Promise<XinchuClient> {
  const known = clients.get(username)
  if (known) return known
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: 'Xinchu@2026', code: '', uuid: '' })
  clients.set(username, client)
  return client
}

/** The quarter that may be filled in now, as the platform says. */
async function openQuarter(client: XinchuClient) {
  const [window] = (await client.fillTimes.list({ fillType: 'QUARTER' })).filter(({ open }) => open)
  const { year = 0, quarter = 1 } = window ?? {}
  return { year, quarter }
}

const WAY: readonly (readonly [username: string, request: Omit<FlowRequest, 'ids'>])[] = [
  ['enterprise_yc', { action: 'SUBMIT' }],
  ['county_yc', { action: 'PASS' }],
  ['city_wz', { action: 'PASS' }],
  ['province_nx', { action: 'PASS' }],
  ['province_nx', { action: 'SUBMIT', target: 'country' }],
  ['nation', { action: 'PASS', target: 'country' }],
]

describe('by the SDK', () => {
  test('a project goes from the enterprise to the nation and into the warehouse', async () => {
    const made = await (await as('enterprise_yc')).projects.create(soundProject(1), { idempotencyKey: true })
    for (const [username, request] of WAY) {
      const { succeeded, failed } = await (await as(username)).projects.submit({ ...request, ids: [made.id] })
      expect([succeeded, failed], username).toEqual([[made.id], []])
    }
    const nation = await as('nation')
    const period = await openQuarter(nation)
    const forecast = await nation.projects.syncWarehousingData({ ...period, dryRun: true })
    expect(forecast.differences).toContainEqual(expect.objectContaining({ id: made.id, change: 'ADDED' }))
    const stored = await nation.projects.syncWarehousingData(period)
    expect(stored).toMatchObject({ added: forecast.added, projects: forecast.projects })
    expect(await nation.projects.syncWarehousingData(period)).toMatchObject({ added: 0, changed: 0 })
    const { content } = await nation.projects.list({ id: made.id, source: 'warehouse' })
    expect(content).toMatchObject([{ id: made.id, snapshot: { ...period, syncId: stored.taskId } }])
  })

  test('a stored project is changed, reviewed anew, and the ledger keeps what was stored until it is stored again', async () => {
    const enterprise = await as('enterprise_yc')
    const nation = await as('nation')
    const { content } = await nation.projects.list({ keyword: '冯记沟第1储能站', source: 'warehouse' })
    const id = content[0]?.id ?? 0
    const { version } = await enterprise.projects.get(id)
    await enterprise.projects.update({ ...soundProject(1), id, version, ratedPower: 88 })
    const powerInLedger = async () =>
      (await nation.projects.list({ id, source: 'warehouse' })).content[0]?.ratedPower
    for (const [username, request] of WAY) {
      expect(await powerInLedger(), username).toBe(101)
      await (await as(username)).projects.submit({ ...request, ids: [id] })
    }
    await nation.projects.syncWarehousingData(await openQuarter(nation))
    expect(await powerInLedger()).toBe(88)
  })

  test('a quarter is reported, returned, reported again, passed and confirmed', async () => {
    const enterprise = await as('enterprise_yc')
    const period = await openQuarter(enterprise)
    const { content } = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...period })
    const due = content.find(({ editable }) => editable)
    const usage = soundUsage(due?.projectId ?? 0, period)
    const known = due?.item ? { id: due.item.id, version: due.item.version } : {}
    const saved = async (
      username: string,
      action: 'SUBMIT' | 'RETURN' | 'PASS' | 'CONFIRM',
      item: object,
    ) => {
      const client = await as(username)
      const items = [{ itemType: 'USAGE' as const, ...item }]
      // Closes the level's own remarks with its pass.
      const reply = await client.projects.saveGeneralItems({
        action,
        items,
        opinion: '请核对',
        closeRemarks: true,
      })
      expect(reply.errors).toEqual([])
      const [report] = reply.saved
      return {
        named: { id: report?.id ?? 0, version: report?.version ?? 0 },
        status: report?.statusLabel,
        derived: report?.derived,
      }
    }
    const first = await saved('enterprise_yc', 'SUBMIT', { ...known, usage })
    expect(first.derived?.conversionEfficiency).toBe(88)
    const returned = await saved('province_nx', 'RETURN', first.named)
    expect(returned.status).toBe('已退回')
    const again = await saved('enterprise_yc', 'SUBMIT', { ...returned.named, usage })
    const passed = await saved('province_nx', 'PASS', again.named)
    expect((await saved('nation', 'CONFIRM', passed.named)).status).toBe('已确认')
  })

  test('a year is calculated by the county, passed by the city and counted in the city’s own', async () => {
    const [county, city] = [await as('county_yc'), await as('city_wz')]
    const year = new Date().getFullYear()
    const [due] = (await county.projects.listDueItems({ itemType: 'YEARCALC', year })).content
    const { scopeType = 'REGION', scopeId = 1 } = due?.item?.yearCalc ?? due?.yearCalc ?? {}
    const rows = [{ techType: '01', appScenario: '2' as const, lastYearPower: 10, addPower: 7 }]
    const known = due?.item ? { id: due.item.id, version: due.item.version } : {}
    const { saved, errors } = await county.projects.saveGeneralItems({
      action: 'SUBMIT',
      items: [{ itemType: 'YEARCALC', ...known, yearCalc: { scopeType, scopeId, year, rows } }],
    })
    expect(errors).toEqual([])
    const [{ id = 0, version = 0 } = {}] = saved
    await city.projects.saveGeneralItems({ action: 'PASS', items: [{ itemType: 'YEARCALC', id, version }] })
    const [own] = (await city.projects.listDueItems({ itemType: 'YEARCALC', year })).content
    expect(own?.lower?.find(({ scopeId: place }) => place === scopeId)).toMatchObject({
      statusLabel: '审核通过',
      rows: [{ addPower: 7, yearEndPower: 17 }],
    })
  })

  test('a window is set, extended for one province, shortened by it, and closes with 423 and its reason', async () => {
    const [nation, province] = [await as('nation'), await as('province_nx')]
    const base = {
      fillType: 'QUARTER',
      year: 2031,
      quarter: 1,
      startTime: '2020-01-01 00:00:00',
      endTime: '2020-01-31 23:59:59',
      enabled: true,
    } as const
    await nation.fillTimes.save(base)
    const extended = await nation.fillTimes.save({
      ...base,
      startTime: '2020-02-01 00:00:00',
      endTime: '2099-12-31 23:59:59',
      regionCodes: ['640000'],
      reason: '汛期抢险，报送延后',
    })
    const isOpen = async (username: string) =>
      (await (await as(username)).fillTimes.list({ year: 2031 })).some(({ open }) => open)
    expect([await isOpen('county_yc'), await isOpen('province_bj')]).toEqual([true, false])
    const { updateBy: _by, updateTime: _time, open: _open, deadline: _until, ...window } = extended
    const { remainingSeconds: _left, closedReason: _reason, ...draft } = window
    await province.fillTimes.save({ ...draft, levelDeadlines: { county: '2020-02-02 00:00:00' } })
    expect([await isOpen('county_yc'), await isOpen('city_wz')]).toEqual([false, true])
    const enterprise = await as('enterprise_yc')
    const { content } = await enterprise.projects.listDueItems({
      itemType: 'USAGE',
      ...(await openQuarter(enterprise)),
    })
    const usage = { projectId: content[0]?.projectId ?? 0, year: 2019, quarter: 1 } as const
    await expect(
      enterprise.projects.saveGeneralItems({ action: 'SAVE', items: [{ itemType: 'USAGE', usage }] }),
    ).rejects.toMatchObject({
      kind: 'window-closed',
      message: expect.stringMatching(/^当前不在填报时间内：/),
    })
  })
})

describe('by the command line', () => {
  const on = new Map<string, CommandLine>()
  async function line(username: string): Promise<CommandLine> {
    const known = on.get(username) ?? (await commandLineAs(app.url(), username))
    if (!on.has(username)) lines.push(known)
    on.set(username, known)
    return known
  }

  async function call(username: string, name: string, argument: object, ends = { code: 0, err: '' }) {
    const { code, out, err } = await (await line(username)).run('call', name, JSON.stringify(argument))
    expect({ code, err }, `${username} ${name}`).toEqual(ends)
    return JSON.parse(out)
  }

  test('a project goes from the enterprise to the nation, whose dry run finds it', async () => {
    const enterprise = await line('enterprise_yc')
    writeFileSync(join(enterprise.folder, 'project.json'), JSON.stringify(soundProject(2)))
    const { out } = await enterprise.run('call', 'projects.create', '@project.json')
    const { id } = JSON.parse(out)
    for (const [username, request] of WAY)
      expect(await call(username, 'projects.submit', { ...request, ids: [id] })).toEqual({
        succeeded: [id],
        failed: [],
      })
    const [window] = await call('nation', 'fillTimes.list', { fillType: 'QUARTER' })
    const { year, quarter } = window
    const report = await call('nation', 'projects.syncWarehousingData', { year, quarter, dryRun: true })
    expect(report.differences.map((each: { id: number }) => each.id)).toContain(id)
  })

  test('what cannot be done of a batch is told by id, and ends with 4', async () => {
    const request = { ids: [999_999_999], action: 'PASS' }
    const ends = { code: 4, err: '999999999 W-002 项目不存在\n' }
    const { failed } = await call('county_yc', 'projects.submit', request, ends)
    expect(failed).toEqual([{ id: 999_999_999, code: 'W-002', message: '项目不存在' }])
  })
})
