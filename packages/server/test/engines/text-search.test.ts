import { array, assert, asyncProperty, constantFrom, integer, property, string } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget } from '../../../../scripts/lib/test-seed.mjs'
import type { OpenDatabase } from '../../src/db/open.ts'
import { searchVector } from '../../src/domain/text-search/bigrams.ts'
import { excerpt, marked } from '../../src/domain/text-search/marks.ts'
import { searchQuery } from '../../src/domain/text-search/query.ts'
import { openCopy } from '../support/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openCopy()
})
afterAll(() => database.close())

async function isFound(text: string, typed: string): Promise<boolean> {
  const query = searchQuery(typed)
  const { rows } = await sql<{ found: boolean }>`
    select ${searchVector({ A: text })}::tsvector @@ ${query ?? ''}::tsquery as found`.execute(database.db)
  return rows[0]?.found ?? false
}

const TEXT = '《“十四五”新型储能发展实施方案》 发改能源〔2022〕209号，建设１００ＭＷ/200MWh独立储能'

describe('a text is found', () => {
  test.each([
    ['by a word of it', '储能'],
    ['by one character', '储'],
    ['by the last character of a run', '案'],
    ['by a longer run', '新型储能发展实施方案'],
    ['by parts in another order', '实施方案 储能'],
    ['by its number', '发改能源〔2022〕209号'],
    ['by its number in other brackets', '发改能源[2022]209号'],
    ['by a number and unit in other forms', '100mw'],
    ['by the beginning of a number', '202'],
  ])('%s', async (_, typed) => {
    expect(await isFound(TEXT, typed)).toBe(true)
  })

  test.each([
    ['a word that it lacks', '抽水'],
    ['its characters in another order', '能储'],
    ['one present and one missing word', '储能 抽水'],
    ['the end of a number', '022'],
  ])('not by %s', async (_, typed) => {
    expect(await isFound(TEXT, typed)).toBe(false)
  })

  test('by every part of it, whatever it holds', async () => {
    const character = constantFrom(
      ...'储能项目电站',
      'A',
      'b',
      '7',
      ' ',
      "'",
      '\\',
      '&',
      ':',
      '，',
      '𠮷',
      'ｍ',
      '㎿',
    )
    const texts = array(character, { minLength: 1, maxLength: 20 }).map((all) => all.join(''))
    await assert(
      asyncProperty(texts, integer({ min: 0, max: 19 }), async (text, at) => {
        const rest = [...text].slice(at).join('')
        // The end of a word or number does not find it.
        const typed = /^[A-Za-z0-9ｍ㎿]/u.test(rest) ? text : rest
        if (searchQuery(typed) === undefined) return
        expect(await isFound(text, typed)).toBe(true)
      }),
      { numRuns: budget(50, 150) },
    )
  })
})

test('punctuation alone asks for nothing', () => {
  expect(searchQuery(' 、〔〕-- ')).toBeUndefined()
})

describe('hits', () => {
  test('are marked in the original text, whatever their form', () => {
    expect(marked('独立储能１００ＭＷ', '100mw 储能')).toEqual([
      { text: '独立' },
      { text: '储能１００ＭＷ', hit: true },
    ])
  })

  test('are marked by their parts where the whole does not occur', () => {
    expect(marked('储能的项目', '储能项目')).toEqual([
      { text: '储能', hit: true },
      { text: '的' },
      { text: '项目', hit: true },
    ])
  })

  test('never change the text', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 60 }), string({ unit: 'grapheme' }), (text, typed) => {
        expect(
          marked(text, typed)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })

  test('are shown within the text around the first', () => {
    const text = `${'前'.repeat(300)}构网型储能${'后'.repeat(300)}`
    const shown = excerpt(text, '构网型', 60)
    expect(shown.find(({ hit }) => hit)).toEqual({ text: '构网型', hit: true })
    expect(shown[0]?.text).toMatch(/^…前+$/)
    expect(shown.at(-1)?.text).toMatch(/后…$/)
    expect(excerpt(text, '抽水')).toEqual([])
  })
})
