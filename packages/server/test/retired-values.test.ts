import { deptKinds } from '@xinchu/contract/rights'
import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkRow } from '../src/domain/import/check-row.ts'
import { loadReferences, References } from '../src/domain/import/references.ts'
import { type Rig, startRig } from './rig.ts'
import { soundProject } from './support/projects.ts'
import { refusal } from './support/refusal.ts'

let rig: Rig
let admin: XinchuClient
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.as('admin')
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const NEW = { value: '97', label: '钒铬电池' }

async function entryOf(dictName: string, value: string) {
  const { content } = await admin.dicts.list({ dictName, size: 9999 })
  const entry = content.find((each) => each.value === value)
  if (!entry) throw new Error(`no ${dictName} ${value}`)
  return entry
}

/** Sets whether an entry of a dictionary is in use. */
async function use(dictName: string, value: string, enabled: boolean): Promise<void> {
  const { id, version = 0, label } = await entryOf(dictName, value)
  await admin.dicts.update({ id, version, dict: { name: dictName }, value, label, enabled })
}

/** Returns the messages of an import for a technology. */
async function importedTech(text: string): Promise<string[]> {
  const references = new References(await loadReferences(rig.db))
  const context = {
    references,
    ground: { deptId: deptKinds.administration },
    source: { by: 'rows' as const, today: '2026-11-22' },
    letters: {},
  }
  const { errors } = checkRow(6, { techType: text }, context)
  return errors.filter(({ field }) => field === 'techType').map(({ message }) => message)
}

const soundDraft = soundProject(7, { techType: NEW.value })
// Detailed technologies belong to one technology each.
const { techSubType: _, ...draft } = soundDraft

describe('a technology that is added while the server runs, and retired later', () => {
  let project: Awaited<ReturnType<typeof enterprise.projects.create>>

  test('is refused before it is added', async () => {
    expect(await refusal(enterprise.projects.create(draft))).toEqual({
      status: 400,
      message: '技术路线：取值不在可选范围内',
    })
    expect(await importedTech(NEW.label)).toEqual([expect.stringMatching(/^第6行【技术路线】：“.+”不在可选/)])
  })

  test('is taken at once by forms and workbooks, by value and by label', async () => {
    await admin.dicts.create({ dict: { name: 'tech_type' }, ...NEW })
    project = await enterprise.projects.create(draft)
    expect(project.techType).toBe(NEW.value)
    expect(await importedTech(NEW.label)).toEqual([])
    expect(await importedTech(NEW.value)).toEqual([])
  })

  test('is refused in new records once it is retired', async () => {
    await use('tech_type', NEW.value, false)
    const refused = { status: 400, message: '技术路线：取值已停用' }
    expect(await refusal(enterprise.projects.create(draft))).toEqual(refused)
    expect(await importedTech(NEW.label)).toEqual(['第6行【技术路线】：取值已停用'])
  })

  test('stays in the record that has it', async () => {
    const { id, version } = project
    const changed = await enterprise.projects.update({ ...draft, id, version, remark: '另改' })
    expect(changed).toMatchObject({ techType: NEW.value, remark: '另改' })
  })

  test('does not tell another office which record has it', async () => {
    const stranger = await rig.as('province_bj')
    const { id, version } = project
    const held = await refusal(stranger.projects.update({ ...draft, id, version }))
    const missing = await refusal(stranger.projects.update({ ...draft, id: 999_999_999, version }))
    expect(held).toEqual(missing)
  })

  test('still finds the records that have it', async () => {
    const { content } = await enterprise.projects.list({ techType: [NEW.value] })
    expect(content.map(({ id }) => id)).toEqual([project.id])
  })

  test('cannot be taken back once the record has another', async () => {
    const { id } = project
    const current = await enterprise.projects.get(id)
    const other = await enterprise.projects.update({ ...draft, id, version: current.version, techType: '01' })
    expect(await refusal(enterprise.projects.update({ ...draft, id, version: other.version }))).toEqual({
      status: 400,
      message: '技术路线：取值已停用',
    })
  })
})

describe('one value of a list that is retired', () => {
  test('stays in its record, and is refused in another', async () => {
    const made = await enterprise.projects.create(soundProject(8, { functionTypes: ['1', '3'] }))
    await use('function_type', '3', false)
    const again = { ...soundProject(8, { functionTypes: ['3', '2'] }), id: made.id, version: made.version }
    expect((await enterprise.projects.update(again)).functionTypes).toEqual(['3', '2'])
    expect(await refusal(enterprise.projects.create(soundProject(9, { functionTypes: ['1', '3'] })))).toEqual(
      {
        status: 400,
        message: '第2项主要功能：取值已停用',
      },
    )
    await use('function_type', '3', true)
  })
})

test('a retired level stays in a message that has it', async () => {
  const draft = {
    title: '停用',
    content: '<p>正文</p>',
    messageType: '1',
    targetType: '0',
    publish: false,
  } as const
  const made = await admin.messages.create({ ...draft, level: '2' })
  await use('message_level', '2', false)
  expect(await refusal(admin.messages.create({ ...draft, level: '2' }))).toMatchObject({ status: 400 })
  const change = { action: 'UPDATE', id: made.id, level: '2', title: '改' } as const
  expect(await refusal(admin.messages.update(change))).toBeUndefined()
  await use('message_level', '2', true)
})

test('a message is marked as read without a level that no dictionary has', async () => {
  expect(await refusal(enterprise.messages.update({ action: 'READ', ids: [1], level: 'zzz' }))).toEqual({
    status: 400,
    message: '级别：取值不在可选范围内',
  })
})

test('saved conditions hold values of dictionaries only', async () => {
  const saved = enterprise.savedQueries.save({
    listName: 'es-project',
    name: '不存在的技术',
    conditions: { techType: '01,zzz' },
  })
  await expect(saved).rejects.toMatchObject({
    status: 400,
    message: '第2项技术路线：没有“zzz”，取值不在可选范围内',
    errors: [{ field: 'conditions.techType.1', message: '没有“zzz”，取值不在可选范围内' }],
  })
})
