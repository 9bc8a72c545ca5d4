import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget, randomOf, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { oneOf } from '../../../sample/src/random.ts'
import { inTransaction, type Transact } from '../../src/db/transaction.ts'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import { readEvents } from '../../src/domain/event-feed/feed.ts'
import { lastPosition, removeOldEvents } from '../../src/domain/events/order.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { counting } from '../support/counting.ts'
import { soundProject } from '../support/projects.ts'
import { soundUsage } from '../support/usage.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Query = NonNullable<Parameters<XinchuClient['events']['read']>[0]>

/** All events of a viewer after a position, read in small pages. */
async function eventsOf(client: XinchuClient, after: number, query: Query = {}) {
  const found = []
  for (let from = after; ; ) {
    const page = await client.events.read({ limit: 7, ...query, after: from })
    found.push(...page.content)
    from = page.next
    if (!page.more) return found
  }
}

const headOf = async () => (await (await rig.sameAs('admin')).events.read({ limit: 1 })).head

let serial = 0
async function made(client: XinchuClient) {
  serial += 1
  return client.projects.create(soundProject(serial, { projectName: `事件之第${serial}储能站` }))
}

describe('the events of a record', () => {
  test('tell each step with its states, in order, and can be read on from any of them', async () => {
    const start = await headOf()
    const enterprise = await rig.sameAs('enterprise_yc')
    const county = await rig.sameAs('county_yc')
    const { id, projectCode } = await made(enterprise)
    const ids = [id]
    await enterprise.projects.submit({ ids, action: 'SUBMIT' })
    await county.projects.submit({ ids, action: 'RETURN', opinion: '请补充备案证' })
    const events = await eventsOf(enterprise, start)
    expect(events).toMatchObject([
      { kind: 'project.created', recordId: id, recordCode: projectCode, toState: '0', version: 0 },
      { kind: 'project.submitted', recordId: id, fromState: '0', toState: '1', version: 1 },
      {
        kind: 'project.returned',
        subject: 'project',
        fromState: '1',
        toState: '2',
        provinceCode: '640000',
        countyCode: '640323',
        byOrgName: '盐池县能源主管部门',
      },
    ])
    const [, second, third] = events
    expect((await enterprise.events.read({ after: second?.position ?? 0 })).content[0]).toEqual(third)
  })

  test('reach those above from the first submission on, without the name of a person', async () => {
    const start = await headOf()
    const enterprise = await rig.sameAs('enterprise_yc')
    const { id } = await made(enterprise)
    const province = await rig.sameAs('province_nx')
    expect(await eventsOf(province, start)).toEqual([])
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    const [event, ...others] = await eventsOf(province, start)
    expect(others).toEqual([])
    expect(event).toMatchObject({ kind: 'project.submitted', byOrgName: '盐池一号储能有限公司' })
    expect(JSON.stringify(event)).not.toContain('企业填报员')
  })

  test('tell those who saw a step that it was undone', async () => {
    const start = await headOf()
    const enterprise = await rig.sameAs('enterprise_yc')
    const { id } = await made(enterprise)
    const { undo } = await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    await enterprise.review.undo({ undoId: undo?.undoId ?? '' })
    const county = await rig.sameAs('county_yc')
    await expect(county.projects.get(id)).rejects.toMatchObject({ status: 404 })
    expect((await eventsOf(county, start)).map(({ kind }) => kind)).toEqual([
      'project.submitted',
      'project.undone',
    ])
  })

  test('are those of the wanted kinds and records alone', async () => {
    const start = await headOf()
    const enterprise = await rig.sameAs('enterprise_yc')
    const { id } = await made(enterprise)
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    const kinds = async (types: Query['types']) =>
      (await eventsOf(enterprise, start, { types: types ?? [] })).map(({ kind }) => kind)
    expect(await kinds(['project.submitted', 'usage'])).toEqual(['project.submitted'])
    expect(await kinds(['project'])).toEqual(['project.created', 'project.submitted'])
    expect(await kinds(['usage'])).toEqual([])
  })

  test('are read by as many statements for one as for a thousand', async () => {
    const user = await loadUser(rig.db, 1)
    if (!user) throw new Error('no account')
    const counts = []
    for (const limit of [1, 1000]) {
      const counted = counting(rig.db)
      await readEvents(counted.db, { limit }, user)
      counts.push(counted.count())
    }
    expect(counts).toEqual([1, 1])
  })
})

describe('who sees an event', () => {
  /** Whether a record is in a viewer's list now. */
  const listed = async (client: XinchuClient, subject: string, id: number) => {
    const { totalElements } = await (subject === 'project'
      ? client.projects.list({ id, size: 1 })
      : client.projects.listGeneralItems({ itemType: 'USAGE', id, size: 1 })
    ).catch(() => ({ totalElements: 0 }))
    return totalElements > 0
  }
  const VIEWERS = [
    'nation',
    'region_xb',
    'query',
    'admin',
    'province_nx',
    'province_bj',
    'city_wz',
    'county_yc',
    'enterprise_yc',
    'enterprise_sy',
    'group_spic',
    'query_wz',
  ]

  test('is who has the record in the list before or after the change, after any random steps', async () => {
    const random = randomOf('events')
    const pick = <T>(of: readonly T[]) => oneOf(of, random)
    const start = await headOf()
    const clients = await Promise.all(VIEWERS.map((name) => rig.sameAs(name)))
    const expected = VIEWERS.map((): string[] => [])
    const last = closedQuarter(day(new Date()))
    const period = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4
    const enterprise = await rig.sameAs('enterprise_yc')
    const due = await enterprise.projects.listDueItems({ itemType: 'USAGE', ...period, size: 1 })
    const projectId = due.content[0]?.projectId ?? 0
    const usage = { id: 0, version: 0 }
    let isReturned = false
    const drafts: number[] = []
    type Done = { kind: string; id: number } | undefined

    /** Performs a step and notes who should learn of it. Steps that are refused tell nobody. */
    async function step(subject: string, id: number, act: () => Promise<Done>) {
      const before = await Promise.all(clients.map((client) => (id ? listed(client, subject, id) : false)))
      const done = await act().catch(() => undefined)
      if (!done) return
      const after = await Promise.all(clients.map((client) => listed(client, subject, done.id)))
      for (const [at, told] of expected.entries())
        if (before[at] || after[at]) told.push(`${done.kind} ${done.id}`)
    }

    const flow = (username: string, action: 'SUBMIT' | 'PASS' | 'RETURN' | 'WITHDRAW', verb: string) =>
      async function move(id: number): Promise<Done> {
        const client = await rig.sameAs(username)
        const more = { opinion: '请核对', ...(action === 'PASS' ? { closeRemarks: true } : {}) }
        const { succeeded } = await client.projects.submit({ ids: [id], action, ...more })
        return succeeded.includes(id) ? { kind: `project.${verb}`, id } : undefined
      }
    const usageStep = (
      username: string,
      action: 'SAVE' | 'SUBMIT' | 'PASS' | 'RETURN' | 'WITHDRAW',
      verb: string,
    ) =>
      async function move(): Promise<Done> {
        const client = await rig.sameAs(username)
        const isWriting = action === 'SAVE' || action === 'SUBMIT'
        const isNew = usage.id === 0
        const { saved } = await client.projects.saveGeneralItems({
          action,
          ...(action === 'RETURN' ? { opinion: '请核对' } : {}),
          ...(action === 'PASS' ? { closeRemarks: true } : {}),
          items: [
            {
              itemType: 'USAGE',
              ...(isNew ? {} : usage),
              ...(action === 'SUBMIT' && isReturned ? { answer: '已核对' } : {}),
              ...(isWriting ? { usage: soundUsage(projectId, period) } : {}),
            },
          ],
        })
        const [item] = saved
        if (!item) return undefined
        usage.id = item.id
        usage.version = item.version
        isReturned = action === 'RETURN' || (isReturned && action === 'SAVE')
        return { kind: action === 'SAVE' && isNew ? 'usage.created' : `usage.${verb}`, id: item.id }
      }
    const moves = {
      submit: flow('enterprise_yc', 'SUBMIT', 'submitted'),
      withdraw: flow('enterprise_yc', 'WITHDRAW', 'withdrawn'),
      countyPass: flow('county_yc', 'PASS', 'passed'),
      countyReturn: flow('county_yc', 'RETURN', 'returned'),
      cityPass: flow('city_wz', 'PASS', 'passed'),
      cityReturn: flow('city_wz', 'RETURN', 'returned'),
      provinceReturn: flow('province_nx', 'RETURN', 'returned'),
    }
    const usageMoves = {
      save: usageStep('enterprise_yc', 'SAVE', 'changed'),
      submit: usageStep('enterprise_yc', 'SUBMIT', 'submitted'),
      withdraw: usageStep('enterprise_yc', 'WITHDRAW', 'withdrawn'),
      pass: usageStep('province_nx', 'PASS', 'passed'),
      return: usageStep('province_nx', 'RETURN', 'returned'),
    }
    const create = () =>
      step('project', 0, async () => {
        const { id } = await made(enterprise)
        drafts.push(id)
        return { kind: 'project.created', id }
      })
    const remove = (id: number) =>
      step('project', id, async () => {
        await enterprise.projects.delete([id])
        return { kind: 'project.deleted', id }
      })
    const change = (id: number) =>
      step('project', id, async () => {
        const { version, projectName, address, longitude, latitude } = await enterprise.projects.get(id)
        const draft = soundProject(1, { projectName, ...(address ? { address } : {}) })
        const place = { longitude: longitude ?? 107, latitude: latitude ?? 38 }
        await enterprise.projects.update({ ...draft, ...place, id, version })
        return { kind: 'project.changed', id }
      })
    await create()
    await create()
    const own = expected[VIEWERS.indexOf('enterprise_yc')] ?? []
    // Each kind of step once, in an order in which none is refused.
    const [draft = 0, other = 0] = drafts
    const { submit, withdraw, countyPass, countyReturn, cityPass, cityReturn, provinceReturn } = moves
    const upToCity = [submit, countyPass]
    const toProvince = [submit, countyPass, cityPass, provinceReturn]
    const course = [submit, withdraw, submit, countyReturn, ...upToCity, cityReturn, ...toProvince]
    await change(draft)
    for (const move of course) await step('project', draft, () => move(draft))
    await remove(other)
    const { save, submit: send, withdraw: take, return: back, pass } = usageMoves
    const usageCourse = [save, save, send, take, send, back, send, pass]
    for (const move of usageCourse) await step('usage', usage.id, move)
    const of = (subject: string, verbs: string) => verbs.split(' ').map((verb) => `${subject}.${verb}`)
    expect(own.map((each) => each.split(' ')[0])).toEqual([
      ...of('project', 'created created changed submitted withdrawn submitted returned submitted passed'),
      ...of('project', 'returned submitted passed passed returned deleted'),
      ...of('usage', 'created changed submitted withdrawn submitted returned submitted passed'),
    ])
    for (let turn = 0; turn < budget(6, 60); turn += 1) {
      const kind = random()
      if (kind < 0.08) await create()
      else if (kind < 0.14) await remove(pick(drafts))
      else if (kind < 0.22) await change(pick(drafts))
      else if (kind < 0.65) {
        const id = pick(drafts)
        const move = pick(Object.values(moves))
        await step('project', id, () => move(id))
      } else await step('usage', usage.id, pick(Object.values(usageMoves)))
    }
    const told = await Promise.all(
      clients.map(async (client) =>
        (await eventsOf(client, start)).map(({ kind, recordId }) => `${kind} ${recordId}`),
      ),
    )
    const byName = (lists: readonly string[][]) =>
      Object.fromEntries(VIEWERS.map((name, at) => [name, lists[at]]))
    expect(byName(told), `seed ${TEST_SEED}`).toEqual(byName(expected))
  })

  test('is nobody without records of his own: an expert or an editor is refused', async () => {
    for (const username of ['expert', 'policy_edit'])
      await expect((await rig.sameAs(username)).events.read({})).rejects.toMatchObject({ status: 403 })
  })
})

describe('waiting for events', () => {
  test('ends at once when one comes, and with an empty page when none does', async () => {
    const enterprise = await rig.sameAs('enterprise_yc')
    const after = await headOf()
    const waiting = enterprise.events.read({ after, wait: 20 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const begun = performance.now()
    const { id } = await made(enterprise)
    expect((await waiting).content).toMatchObject([{ kind: 'project.created', recordId: id }])
    expect(performance.now() - begun).toBeLessThan(5_000)
    const head = await headOf()
    expect(await enterprise.events.read({ after: head, wait: 1 })).toEqual({
      content: [],
      next: head,
      head,
      more: false,
    })
  })

  test('is refused to a user with many requests that wait already', async () => {
    const county = await rig.sameAs('county_yc')
    const after = await headOf()
    const stop = new AbortController()
    const waiting = Array.from({ length: 8 }, () =>
      county.events.read({ after, wait: 20 }, { signal: stop.signal }).catch(() => undefined),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    await expect(county.events.read({ after, wait: 20 })).rejects.toMatchObject({ status: 429 })
    stop.abort()
    await Promise.all(waiting)
  })
})

describe('events that are no longer kept', () => {
  test('are refused with the position from which reading can begin', async () => {
    const enterprise = await rig.sameAs('enterprise_yc')
    const old = await headOf()
    await made(enterprise)
    await made(enterprise)
    const cut = await headOf()
    await sql`update record_event set time = now() - interval '91 days' where position <= ${cut - 1}`.execute(
      rig.db,
    )
    const transact: Transact = (work) => inTransaction(rig.db, work)
    await removeOldEvents(rig.db, transact, { days: 90, now: new Date() })
    await expect(enterprise.events.read({ after: old })).rejects.toMatchObject({
      status: 410,
      code: 'W-036',
      errors: [{ field: 'after', value: String(cut - 1) }],
    })
    const left = await enterprise.events.read({})
    expect(left.content.map(({ position }) => position)).toEqual([cut])
    expect(await enterprise.events.read({ after: cut - 1 })).toEqual(left)
  })

  test('so is a position that was never given, as after a restored backup', async () => {
    const enterprise = await rig.sameAs('enterprise_yc')
    const last = await lastPosition(rig.db)
    await expect(enterprise.events.read({ after: last + 5 })).rejects.toMatchObject({
      status: 410,
      errors: [{ value: String(last) }],
    })
  })
})
