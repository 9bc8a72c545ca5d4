import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Example, ruleBook } from '../src/book/index.ts'
import { codes, severityOf } from '../src/index.ts'
import { cellValue } from '../src/reading/index.ts'
import { issuesOf } from './support.ts'

const source = new URL('../src/', import.meta.url)
// Cells of workbooks have examples in words, which a test of their own executes.
const others = ['severity.ts', 'reading/words.ts', 'reading/choice.ts']
const sources = (readdirSync(source, { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts') && !name.startsWith('book') && !others.includes(name))
  .map((name) => readFileSync(new URL(name, source), 'utf8'))
  .join('\n')

const executable = ruleBook.filter(({ fails }) => issuesOf(fails) !== undefined)

test.each(executable)('$code refuses its failing example and lets the passing one pass', (rule) => {
  const { code, severity } = rule
  const found = issuesOf(rule.fails)?.filter((issue) => issue.code === code) ?? []
  expect(found.length).toBeGreaterThan(0)
  for (const { level } of found)
    expect(level).toBe(severity === 'warning' || severity === 'hint' ? 'warning' : 'error')
  expect(issuesOf(rule.passes)?.filter((issue) => issue.code === code)).toEqual([])
})

test('each rule that validators run has examples that they execute', () => {
  const run = new Set(executable.map(({ code }) => code))
  const named = new Set([...sources.matchAll(/'([CPUY]-\d{3})'/g)].map(([, code]) => code))
  expect([...named].filter((code) => ![...run].some((each) => each === code))).toEqual([])
})

test('P-018 refuses the cell of its failing example and lets the passing one pass', () => {
  const rule = ruleBook.find(({ code }) => code === 'P-018')
  const cellOf = (example: Example | undefined) =>
    example && 'words' in example ? (example.words[0]?.split(' ').at(-1) ?? '') : ''
  const read = (example: Example | undefined) =>
    cellValue(cellOf(example), { name: 'a', kind: 'boolean' }, { by: 'rows', today: '2026-11-22' })
  expect(read(rule?.passes)).toEqual({ value: true })
  expect(read(rule?.fails)).toMatchObject({ code: 'P-018' })
})

test('each code of the catalogue is in the book', () => {
  const known = new Set<string>(ruleBook.map(({ code }) => code))
  expect(Object.values(codes).filter((code) => !known.has(code))).toEqual([])
})

test('the codes of a family follow each other without a gap', () => {
  for (const family of 'FPUYDMVWASG') {
    const own = ruleBook.map(({ code }) => code).filter((code) => code.startsWith(family))
    expect(own).toEqual(own.map((_, index) => `${family}-${String(index + 1).padStart(3, '0')}`))
  }
})

test('no two rules say the same, and no text ends like a sentence', () => {
  const texts = ruleBook.map(({ text }) => text)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.filter((text) => /[。；，]$/.test(text))).toEqual([])
})

test('unknown codes count as errors', () => {
  expect(severityOf('X-999')).toBe('error')
})
