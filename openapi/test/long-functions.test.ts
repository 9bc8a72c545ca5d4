import { describe, expect, test } from 'vitest'
import { longFunctions } from '../../scripts/lib/long-functions.mjs'

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
