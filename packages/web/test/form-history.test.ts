import type { FieldSpec } from '@xinchu/validators'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FormApi } from '../src/ui/form/context.ts'
import { continueFrom } from '../src/ui/form/continue-from.ts'
import { createHistory } from '../src/ui/form/history.ts'
import { createFormStore, type FormStore } from '../src/ui/form/store.ts'

const specs: readonly FieldSpec[] = [
  { name: 'name', caption: '名称', kind: 'string' },
  { name: 'phone', caption: '电话', kind: 'string' },
  { name: 'wide', caption: '大类', kind: 'dict', dict: 'tech_type' },
  { name: 'narrow', caption: '细分', kind: 'dict', dict: 'tech_sub_type' },
]

let time = 0
let store: FormStore
let history: ReturnType<typeof createHistory>
const values = () => store.state().values

beforeEach(() => {
  time = 0
  store = createFormStore({ specs, initial: { wide: '01', narrow: '0101' }, parents: { narrow: 'wide' } })
  history = createHistory(store, () => time)
  history.follow()
})

test('typing without a pause is one step, and a pause starts another', () => {
  for (const name of ['甲', '甲乙']) store.set({ name })
  time = 5_000
  store.set({ name: '甲乙丙' })
  expect(history.undo()).toEqual(['name'])
  expect(values()['name']).toBe('甲乙')
  history.undo()
  expect(values()['name']).toBe('')
  expect(history.state()).toEqual({ canUndo: false, canRedo: true })
})

test('a choice that cleared another is undone with it, and redone with it', () => {
  store.set({ wide: '02' })
  expect(values()).toMatchObject({ wide: '02', narrow: '' })
  expect(history.undo()).toEqual(['wide', 'narrow'])
  expect(values()).toMatchObject({ wide: '01', narrow: '0101' })
  history.redo()
  expect(values()).toMatchObject({ wide: '02', narrow: '' })
})

test('a change after an undo leaves nothing to redo', () => {
  store.set({ name: '甲' })
  history.undo()
  store.set({ phone: '138' })
  expect(history.state()).toEqual({ canUndo: true, canRedo: false })
  expect(history.redo()).toEqual([])
})

test('an undo back to what was saved leaves nothing unsaved', () => {
  store.set({ name: '甲' })
  history.undo()
  expect(store.state().isDirty).toBe(false)
})

describe('after a step of somebody else', () => {
  const form = () => ({ store }) as FormApi // the functions under test use nothing else

  test('an undo takes back only what was typed here', () => {
    store.set({ name: '甲' })
    continueFrom(form(), { wide: '02', narrow: '0201', phone: '138' })
    expect(values()).toMatchObject({ name: '甲', wide: '02', narrow: '0201', phone: '138' })
    expect(history.undo()).toEqual(['name'])
    expect(values()).toMatchObject({ name: '', wide: '02', narrow: '0201', phone: '138' })
    expect(history.state()).toEqual({ canUndo: false, canRedo: true })
    expect(history.redo()).toEqual(['name'])
    expect(values()).toMatchObject({ name: '甲', phone: '138' })
  })

  test('an own step in a field that has the other value now is gone', () => {
    store.set({ phone: '139' })
    store.keep(values())
    continueFrom(form(), { wide: '01', narrow: '0101', phone: '138' })
    expect(values()['phone']).toBe('138')
    expect(history.state()).toEqual({ canUndo: false, canRedo: false })
  })

  test('a form that clashes with it stays as it is', () => {
    store.set({ phone: '139' })
    expect(continueFrom(form(), { wide: '02', narrow: '', phone: '138' })).toBe(false)
    expect(values()).toMatchObject({ wide: '01', phone: '139' })
    expect(history.state().canUndo).toBe(true)
  })
})
