import type { FieldSpec } from '@xinchu/validators'
import { expect, test } from 'vitest'
import { refusalOf } from '../src/ui/form/file-rules.ts'
import { shownAt } from '../src/ui/form/issues.ts'
import { createFormStore } from '../src/ui/form/store.ts'

const specs: readonly FieldSpec[] = [
  { name: 'name', caption: '名称', kind: 'string', rule: 'nonEmpty', required: 'submit' },
  { name: 'phone', caption: '电话', kind: 'string', rule: 'mobile', required: 'submit' },
  { name: 'wide', caption: '大类', kind: 'dict', dict: 'tech_type' },
  { name: 'narrow', caption: '细分', kind: 'dict', dict: 'tech_sub_type' },
  { name: 'parts', caption: '构成', kind: 'rows' },
]
const rows = {
  parts: [
    { name: 'power', caption: '功率', kind: 'number', rule: 'decimal4', required: 'submit' },
  ] satisfies FieldSpec[],
}
const makeForm = (initial = {}) => createFormStore({ specs, rows, initial, parents: { narrow: 'wide' } })

test('a field says nothing before the user has been in it', () => {
  const form = makeForm()
  form.set({ phone: '138' })
  expect(form.state().issues).toEqual([])
  form.touch('phone')
  expect(form.state().issues).toMatchObject([{ field: 'phone', message: '请输入正确格式的电话号码' }])
})

test('what was left empty is pointed out on submission, and not once it is filled in', () => {
  const form = makeForm({ phone: '13800138000' })
  expect(form.validate('submit')).toMatchObject([{ field: 'name', message: '值不能为空' }])
  form.set({ name: '甲' })
  expect(form.state().issues).toEqual([])
})

test('a draft may be incomplete', () => {
  expect(makeForm().validate('draft')).toEqual([])
})

test('a part says what is wrong in its own row', () => {
  const form = makeForm({ name: '甲', phone: '13800138000', parts: [{ power: '1' }, { power: '' }] })
  expect(form.validate('submit')).toMatchObject([{ field: 'parts.1.power' }])
})

test('a step is checked without the steps after it', () => {
  const form = makeForm()
  expect(form.validate('submit', ['name'])).toMatchObject([{ field: 'name' }])
  expect(form.state().issues.map(({ field }) => field)).toEqual(['name'])
})

test('what the server refused stays at its field until the field changes', () => {
  const form = makeForm({ name: '甲', phone: '13800138000' })
  form.refuse([{ field: 'name', message: '名称已存在', level: 'error' }])
  form.set({ phone: '13800138001' })
  expect(shownAt(form.state().issues, 'name')?.message).toBe('名称已存在')
  form.set({ name: '乙' })
  expect(shownAt(form.state().issues, 'name')).toBeUndefined()
})

test('a warning gives way to an error, and two errors stand together', () => {
  const shown = shownAt(
    [
      { field: 'a', message: '请核对', level: 'warning' },
      { field: 'a', message: '格式不正确', level: 'error' },
      { field: 'a', message: '已存在', level: 'error' },
    ],
    'a',
  )
  expect(shown).toEqual({ field: 'a', level: 'error', message: '格式不正确；已存在' })
})

test('a narrower choice is emptied with the wider one', () => {
  const form = makeForm({ wide: '01', narrow: '0101' })
  form.set({ wide: '02' })
  expect(form.state().values).toEqual({ wide: '02', narrow: '' })
})

test('a choice restored together with its wider one is kept', () => {
  const form = makeForm()
  form.set({ wide: '01', narrow: '0101' })
  expect(form.state().values['narrow']).toBe('0101')
})

test('an edit that was undone is no unsaved change', () => {
  const form = makeForm({ name: '甲' })
  form.set({ name: '乙' })
  expect(form.state().isDirty).toBe(true)
  form.set({ name: '甲' })
  expect(form.state().isDirty).toBe(false)
})

test('after saving nothing is unsaved', () => {
  const form = makeForm()
  form.set({ name: '甲' })
  form.settle()
  expect(form.state().isDirty).toBe(false)
})

test.each([
  ['a document', { name: '备案证.PDF', size: 1024 }, undefined],
  ['a program', { name: 'setup.exe', size: 1024 }, '不支持此类文件'],
  ['a file without a kind', { name: 'README', size: 1024 }, '不支持此类文件'],
  ['an empty file', { name: 'a.pdf', size: 0 }, '文件为空'],
  ['a file of 51 MB', { name: 'a.zip', size: 51 * 1024 ** 2 }, '文件大小为 51.0 MB，不能超过 50 MB'],
])('%s is judged by its name and size', (_what, file, expected) => {
  if (expected === undefined) expect(refusalOf(file)).toBeUndefined()
  else expect(refusalOf(file)).toContain(expected)
})
