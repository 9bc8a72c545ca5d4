import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import type { UnsavedKind } from '@xinchu/sdk'
import { beforeEach, expect, test } from 'vitest'
import { deviceOf } from '../../src/lib/edits/device.ts'
import { emptyEntry } from '../../src/lib/edits/model.ts'
import { sealOf } from '../../src/lib/edits/seal.ts'
import { formKinds, placesOf } from '../../src/ui/form/places.ts'

const keyOf = (byte: number) => btoa(String.fromCharCode(...Array<number>(32).fill(byte)))
const place = { kind: 'es-project', target: 'new:1' } as const
const entry = { ...emptyEntry(place), title: '麻黄甲储能站', values: new Map([['a', { value: '"麻黄甲"' }]]) }

beforeEach(() => localStorage.clear())

test('a copy in the browser is read by its account alone, and has no text that was typed', async () => {
  const own = deviceOf('7', () => sealOf(keyOf(1)))
  expect(await own.write(entry, () => 'page')).toBe(true)
  expect(Object.values(localStorage).join()).not.toContain('麻黄甲')
  expect(await own.read(place)).toEqual(entry)
  expect(await deviceOf('7', () => sealOf(keyOf(2))).read(place)).toBeUndefined()
  expect(deviceOf('8', () => sealOf(keyOf(2))).copies()).toEqual([])
})

test('a copy that was moved to another place does not open', async () => {
  const own = deviceOf('7', () => sealOf(keyOf(1)))
  await own.write(entry, () => 'page')
  const [[name = '', text = ''] = []] = Object.entries(localStorage)
  localStorage.setItem(name.replace('new:1', 'new:2'), text)
  expect(await own.read({ ...place, target: 'new:2' })).toBeUndefined()
})

test('nothing is written before the key of the account is known', async () => {
  const own = deviceOf('7', () => Promise.resolve(undefined))
  expect(await own.write(entry, () => 'page')).toBe(false)
  expect(localStorage.length).toBe(0)
})

test('a page that ends leaves its copy to the next one', async () => {
  const own = deviceOf('7', () => sealOf(keyOf(1)))
  await own.write(entry, () => 'page')
  expect(own.copies()).toEqual([{ place, page: 'page' }])
  own.release(place)
  expect(own.copies()).toEqual([{ place, page: undefined }])
  expect(await own.read(place)).toEqual(entry)
})

test('each kind of the contract has forms, and a kind is told from its beginning', () => {
  const kinds: readonly UnsavedKind[] = formKinds
  expect([...kinds].sort()).toEqual([...document.components.schemas.UnsavedKind.enum].sort())
  for (const kind of kinds) expect(placesOf(kind, 1).kind).toBe(kind)
  expect(placesOf('dict-tech_type', undefined)).toMatchObject({ kind: 'dict', isNew: true })
})

test('input of one form is not taken for that of another', () => {
  const stored = placesOf('dict-tech_type', 12)
  expect(stored.isOf(stored.next().target)).toBe(true)
  expect(placesOf('dict-tech_type', 1).isOf(stored.next().target)).toBe(false)
  expect(placesOf('dict-scene', 12).isOf(stored.next().target)).toBe(false)
  expect(placesOf('dict-tech_type', undefined).isOf(stored.next().target)).toBe(false)
})
