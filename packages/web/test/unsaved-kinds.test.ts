import { expect, test } from 'vitest'
import { isScreen } from '../src/app/screens.ts'
import { unsavedWords } from '../src/app/unsaved-kinds.ts'
import { formKinds } from '../src/ui/form/places.ts'

const entry = { target: '1001~a', count: 1, savedAt: '2026-03-01 10:20:00', state: 'OPEN' as const }

test('each kind of unsaved input has a name, and the page that goes on with it exists', () => {
  for (const kind of formKinds) {
    const { name, path } = unsavedWords({ ...entry, kind })
    expect(name, kind).not.toBe('')
    expect(path === undefined || isScreen(path), kind).toBe(true)
  }
})

test('a new project opens by its input, a stored one by its number', () => {
  expect(unsavedWords({ ...entry, kind: 'es-project', target: 'new:5f2c' })).toMatchObject({
    name: '新建项目',
    search: { slot: 'new:5f2c' },
  })
  expect(unsavedWords({ ...entry, kind: 'es-project' })).toMatchObject({
    name: '修改项目',
    search: { id: '1001' },
  })
})
