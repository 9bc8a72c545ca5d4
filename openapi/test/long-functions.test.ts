import { describe, expect, test } from 'vitest'
import { complaintsAbout, longFunctions } from '../../scripts/lib/long-functions.mjs'

const lines = (count: number, text: string) => Array.from({ length: count }, () => text).join('\n')

describe('the length of a function', () => {
  test('counts every line from its first to its last, also empty ones and comments', () => {
    const text = `/** A sum. */\nexport function sum() {\n${lines(3, '')}\n${lines(3, '// why')}\n}\n`
    expect(longFunctions('a.ts', text, 7)).toEqual([{ name: 'sum', lines: 8 }])
    expect(longFunctions('a.ts', text, 8)).toEqual([])
  })

  test('counts the markup of a component', () => {
    const text = `const List = () => (\n  <ul>\n${lines(5, '<li />')}\n  </ul>\n)`
    expect(longFunctions('a.tsx', text, 8)).toEqual([{ name: 'in List', lines: 9 }])
  })

  test('counts a function inside another for both', () => {
    const text = `function outer() {\n  function inner() {\n${lines(5, '    f()')}\n  }\n}`
    expect(longFunctions('a.ts', text, 6)).toEqual([
      { name: 'outer', lines: 9 },
      { name: 'inner', lines: 7 },
    ])
  })
})

describe('the list of functions that are longer than the bound', () => {
  test('allows what it names', () => {
    expect(complaintsAbout({ 'a.ts f': 60 }, { 'a.ts f': 60 })).toEqual([])
  })

  test.each([
    ['refuses a long function that it does not name', { 'a.ts f': 60 }, {}, {}],
    ['refuses a function that has grown', { 'a.ts f': 61 }, { 'a.ts f': 60 }, { 'a.ts f': 60 }],
    ['refuses more than a function has', { 'a.ts f': 55 }, { 'a.ts f': 60 }, { 'a.ts f': 60 }],
    ['refuses a function that is short or gone', {}, { 'a.ts f': 60 }, { 'a.ts f': 60 }],
    ['refuses an entry that the last commit did not have', { 'a.ts f': 60 }, { 'a.ts f': 60 }, {}],
    [
      'refuses an entry that allows more than the last commit',
      { 'a.ts f': 61 },
      { 'a.ts f': 61 },
      { 'a.ts f': 60 },
    ],
  ])('%s', (_why, found, listed, before) => {
    expect(complaintsAbout(found, listed, before)).toHaveLength(1)
  })
})
