import { expect, test } from 'vitest'
import { checkField } from '../../src/index.ts'
import { type Outcome, readCell, wordsOf } from '../../src/reading/index.ts'
import { writtenForms } from './forms.ts'
import { lookups, specOf } from './specs.ts'

const shown = (value: unknown): string => (value === undefined ? '未填' : String(value))

/** An outcome as the table has it. */
function outcomeOf(read: Outcome): string {
  switch (read.level) {
    case 'value':
      return ['=', shown(read.value), read.note?.code].filter((part) => part !== undefined).join(' ')
    case 'empty':
      return ['empty', read.note?.code].filter((part) => part !== undefined).join(' ')
    case 'question':
      return `ask ${read.finding.code} ${read.choices.map(({ value }) => shown(value)).join(' | ')}`.trim()
    case 'refusal':
      return `refuse ${read.finding.code}`
  }
}

const forms = writtenForms()

test('at least 400 written forms are known', () => {
  expect(forms.length).toBeGreaterThanOrEqual(400)
})

test.each([...new Set(forms.map(({ field }) => field))])(
  'each written form of %s gives its outcome',
  (name) => {
    const spec = specOf(name)
    const wrong: string[] = []
    for (const { field, sources, cell, outcome } of forms.filter((form) => form.field === name))
      for (const source of sources) {
        const read = readCell(cell, spec, source, lookups)
        const issue = read.level === 'value' ? checkField(spec, { [field]: read.value }, 'submit') : undefined
        const found = outcome.startsWith('rule') ? `rule ${issue?.code}` : outcomeOf(read)
        if (found !== outcome)
          wrong.push(`${JSON.stringify(cell.text)} (${source.by}): ${found}, expected ${outcome}`)
      }
    expect(wrong).toEqual([])
  },
)

test('each finding has words, and a question names its choices', () => {
  for (const { field, sources, cell } of forms) {
    const [source] = sources
    if (!source) continue
    const read = readCell(cell, specOf(field), source, lookups)
    const found = read.level === 'value' || read.level === 'empty' ? read.note : read.finding
    if (!found) continue
    const words = wordsOf(found)
    expect(words).not.toBe('')
    expect(words).not.toMatch(/[{}]/)
    if (read.level === 'question') for (const { text } of read.choices) expect(words).toContain(text)
  }
})
