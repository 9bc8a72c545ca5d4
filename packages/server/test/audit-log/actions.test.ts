import { expect, test } from 'vitest'
import { isRecorded } from '../../src/contract/audit.ts'
import { propertiesOf } from '../../src/contract/schema-walk.ts'
import { actions } from '../../src/domain/audited/actions/index.ts'
import { KINDS } from '../../src/domain/audited/kinds.ts'
import { operations } from '../../src/operations.ts'

const recorded = operations.filter(isRecorded)

test.each(recorded.map(({ id }) => id))('%s has a name, and records or the reason for none', (id) => {
  const action = actions[id]
  expect(action, 'no action name').toBeDefined()
  if (!action) return
  const names = action.keys ?? action.created ?? action.find ?? action.isOwn
  expect(names ?? action.about, 'names no record').toBeDefined()
  if (action.unchanged === undefined && action.kind) expect(KINDS).toHaveProperty(action.kind)
  if (action.unchanged === undefined) expect(names, 'compares no record').toBeDefined()
})

test('no name belongs to an operation that is not recorded', () => {
  const known = new Set<string>([...recorded.map(({ id }) => id), 'refreshToken', 'putFilePart'])
  expect(Object.keys(actions).filter((id) => !known.has(id))).toEqual([])
})

test('every value of `action` has a name of its own', () => {
  for (const { id, body } of recorded) {
    const values = body?.json && propertiesOf(body.json).get('action')?.['enum']
    if (Array.isArray(values))
      expect(Object.keys(actions[id]?.by?.names ?? {}), id).toEqual(expect.arrayContaining(values))
  }
})

test('no captioned value is a secret', () => {
  const captions = Object.values(KINDS).flatMap(({ specs }) => specs.map(({ name }) => name))
  expect(
    captions.filter(
      (name) =>
        /pass(?!ed|wordValidUntil)|hash|token|secret|code$/i.test(name) &&
        !/^(credit|province|city|county|region|project|national|demo|linkedProject)Code$/.test(name),
    ),
  ).toEqual([])
})
