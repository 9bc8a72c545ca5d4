import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleBook, severityLabels } from '../src/book/index.ts'
import { checkField, codes, messages, wordsOf } from '../src/index.ts'

const documented = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

test('no two checks share a code; that of coordinates has words of its own for exchanged ones', () => {
  const { swappedCoordinates, ...others } = codes
  expect(swappedCoordinates).toBe(others.coordinates)
  const all = Object.values(others)
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((code) => !/^[A-Z]-\d{3}$/.test(code))).toEqual([])
})

test('each code of the catalogue has its words, and exchanged coordinates have words of their own', () => {
  const { swappedCoordinates, ...single } = messages
  for (const [name, message] of Object.entries(single))
    expect(wordsOf({ code: codes[name as keyof typeof single] })).toBe(message) // the names of the same table
  expect(wordsOf({ code: codes.coordinates, values: { areSwapped: true } })).toBe(swappedCoordinates)
  expect(wordsOf({ code: codes.length, values: { most: 20 } })).toBe('长度不能超过20个字')
})

test('the documentation lists the rules of the book, and no others', () => {
  const rows = documented.match(/^\| (?:[A-Z]-\d{3}|OUT-[A-Z]) \|.*$/gm)
  expect(rows).toEqual(
    ruleBook.map(({ code, severity, text }) => `| ${code} | ${severityLabels[severity]} | ${text} |`),
  )
})

test.each([
  [{ required: 'submit' as const }, '', codes.nonEmpty],
  [{ rule: 'mobile' as const }, '12', codes.mobile],
  [{ maxLength: 2 }, '三个字', codes.length],
  [{ maxLength: 20 }, 'a\u0000', codes.plainText],
])('a field with %j refuses %j by code', (rules, value, code) => {
  const spec = { name: 'a', caption: '甲', kind: 'string' as const, ...rules }
  expect(checkField(spec, { a: value }, 'submit')).toMatchObject({ field: 'a', code })
})
