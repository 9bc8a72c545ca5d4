import { describe, expect, test } from 'vitest'
import { isOtherGroup } from '../src/index.ts'

describe('a page leaves the region that it is limited to', () => {
  test.each<[string, string | undefined, string[], string | undefined, boolean]>([
    ['nothing is named', undefined, [], undefined, false],
    ['a region of the nation', undefined, ['HB'], undefined, false],
    ['a province of the nation', undefined, [], 'XB', false],
    ['a province of the named region', undefined, ['XB'], 'XB', false],
    ['a province of one of the named regions', undefined, ['HB', 'XB'], 'XB', false],
    ['a province of another region', undefined, ['HB'], 'XB', true],
    ['the own region', 'XB', ['XB'], undefined, false],
    ['another than the own region', 'XB', ['HB'], undefined, true],
    ['the own region and another', 'XB', ['XB', 'HB'], undefined, true],
    ['a province of the own region', 'XB', [], 'XB', false],
    ['a province outside the own region', 'XB', [], 'HB', true],
  ])('%s', (_what, own, asked, ofPlace, expected) => {
    expect(isOtherGroup(own, asked, ofPlace)).toBe(expected)
  })
})
