import type { UnsavedKind, XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listUnsaved } from '../src/domain/unsaved/entries.ts'
import { type Rig, startRig } from './rig.ts'
import { loadCaller } from './support/caller.ts'
import { counting } from './support/counting.ts'
import { soundProject } from './support/projects.ts'

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
beforeEach(async () => {
  await rig.db.deleteFrom('unsaved').execute()
})

const keep = (client: XinchuClient, kind: UnsavedKind, target: string) =>
  client.unsaved.save({ kind, target, seen: 0, drop: [], set: [{ key: 'a', value: '1' }] })

/** Keeps input for a target, and returns what the list says of it. */
async function standingOf(client: XinchuClient, kind: UnsavedKind, target: string) {
  await keep(client, kind, target)
  const { entries } = await client.unsaved.list()
  return entries.find((entry) => entry.kind === kind && entry.target === target)
}

const OPEN = { state: 'OPEN' }
const GONE = { state: 'GONE', reason: '记录已被删除，或已不在您可见的范围内' }
const LOCKED = { state: 'READ', reason: '记录已提交或已办理，现在不能修改' }
const NO_RIGHT = { state: 'READ', reason: '您不再有办理此事项的权限' }

describe('the list of unsaved input says whether it can still be saved', () => {
  test('a new project and a draft can', async () => {
    const { id } = await enterprise.projects.create(soundProject(301))
    expect(await standingOf(enterprise, 'es-project', 'new:1')).toMatchObject(OPEN)
    const draft = await standingOf(enterprise, 'es-project', `${id}~1`)
    expect(draft).toMatchObject(OPEN)
    expect(draft).not.toHaveProperty('reason')
  })

  test('a submitted project cannot, and it can again after the withdrawal', async () => {
    const { id } = await enterprise.projects.create(soundProject(302))
    await enterprise.projects.submit({ action: 'SUBMIT', ids: [id] })
    expect(await standingOf(enterprise, 'es-project', `${id}~1`)).toMatchObject(LOCKED)
    await enterprise.projects.submit({ action: 'WITHDRAW', ids: [id] })
    expect(await standingOf(enterprise, 'es-project', `${id}~1`)).toMatchObject(OPEN)
  })

  test('a deleted project cannot, nor can one that its author never saw: both read the same', async () => {
    const { id } = await enterprise.projects.create(soundProject(303))
    const other = await rig.sameAs('enterprise_shz')
    expect(await standingOf(other, 'es-project', `${id}~1`)).toMatchObject(GONE)
    await enterprise.projects.delete([id])
    expect(await standingOf(enterprise, 'es-project', `${id}~1`)).toMatchObject(GONE)
    expect(await standingOf(enterprise, 'es-project', '999999999~1')).toMatchObject(GONE)
  })

  test('what its author has no right to cannot, whether or not there is such a record', async () => {
    for (const [kind, target] of [
      ['menu', '1~1'],
      ['menu', '999999~1'],
      ['org', 'new:1'],
      ['section', '1~1'],
      ['section', 'policy.1~1'],
      ['message', 'new:1'],
      ['provincial-demo', 'new:1'],
      ['work-report', 'new:2026-FIRST_HALF.1'],
    ] as const)
      expect(await standingOf(enterprise, kind, target), `${kind} ${target}`).toMatchObject(NO_RIGHT)
  })

  test('a record of the administrator that was deleted cannot', async () => {
    const admin = await rig.sameAs('admin')
    const { id } = await admin.owners.create({ label: '留存集团', value: '9901', type: '1', enabled: true })
    expect(await standingOf(admin, 'owner', `${id}~1`)).toMatchObject(OPEN)
    expect(await standingOf(admin, 'owner', '999999~1')).toMatchObject(GONE)
    expect(await standingOf(admin, 'menu', 'below-0~1')).toMatchObject(OPEN)
  })

  test('any target is listed', async () => {
    for (const target of ['a.b.c~', '~', 'new:', '99999999999999999999~1', '..', 'org-0-9999~1'])
      for (const kind of ['es-project', 'work-report', 'year-calc', 'message'] as const)
        expect(await standingOf(enterprise, kind, target)).toHaveProperty('state')
  })
})

test('outside the fill window it says until when it was open', async () => {
  const closed = await startRig({ now: () => new Date('2020-01-01T00:00:00Z') })
  const author = await closed.as('enterprise_yc')
  const said = { state: 'READ', reason: expect.stringMatching(/^当前不在填报时间内：/) }
  for (const kind of ['es-project', 'demo-new'] as const)
    expect(await standingOf(author, kind, 'new:1')).toMatchObject(said)
  expect(await standingOf(author, 'profile', 'new:1')).toMatchObject(OPEN)
  await closed.close()
})

test('the list asks as much for one entry of a kind as for many', async () => {
  const caller = await loadCaller(rig.db, 'enterprise_yc')
  const asked = async () => {
    const { db, count } = counting(rig.db)
    await listUnsaved(db, caller, new Date())
    return count()
  }
  await keep(enterprise, 'es-project', '1~1')
  await asked()
  const few = await asked()
  for (let id = 1; id <= 30; id += 1) await keep(enterprise, 'es-project', `${id}~2`)
  expect(await asked()).toBe(few)
})
