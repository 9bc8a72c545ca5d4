import { readFileSync } from 'node:fs'
import * as codes from '@xinchu/contract/codes'
import { expect, test } from 'vitest'

const document = JSON.parse(
  readFileSync(new URL('../../contract/src/gen/openapi.json', import.meta.url), 'utf8'),
)
const schemas: Readonly<Record<string, { 'x-dict'?: string; type?: string; enum?: string[] }>> =
  document.components.schemas

const numbered = Object.entries(schemas).filter(
  ([, { 'x-dict': dict, type, enum: values }]) =>
    dict && type === 'string' && values?.every((value) => /^\d+$/.test(value)),
)
const named = new Map<string, Readonly<Record<string, string>>>(Object.entries(codes))

test.each(numbered)('every value of %s has a name', (name, { enum: values = [] }) => {
  expect(Object.values(named.get(name) ?? {}).sort()).toEqual(values.sort())
})
