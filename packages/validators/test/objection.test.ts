import { describe, expect, test } from 'vitest'
import {
  evidenceFault,
  filerGaps,
  isEvidenceName,
  isEvidenceTooLarge,
  isObjectionTextShort,
} from '../src/index.ts'

const MEGABYTE = 1024 * 1024
const files = (count: number, megabytes: number) =>
  Array.from({ length: count }, () => ({ size: megabytes * MEGABYTE }))

describe('evidence of an objection', () => {
  test.each([
    ['材料.pdf', true],
    ['照片.JPEG', true],
    ['照片.jpg', true],
    ['照片.png', true],
    ['材料.docx', false],
    ['pdf', false],
    ['材料.pdf.exe', false],
  ])('a file named %s: %s', (name, is) => {
    expect(isEvidenceName(name)).toBe(is)
  })

  test('a file of 10 MB is not too large, one byte more is', () => {
    expect([0, 1].map((more) => isEvidenceTooLarge({ size: 10 * MEGABYTE + more }))).toEqual([false, true])
  })

  test.each([
    [9, 5, undefined],
    [10, 1, '证明材料至多 9 份'],
    [5, 10, undefined],
    [6, 9, '证明材料合计至多 50 MB'],
  ])('%i files of %i MB: %s', (count, megabytes, fault) => {
    expect(evidenceFault(files(count, megabytes))).toBe(fault)
  })
})

describe('an objection', () => {
  test('states at least twenty characters besides white space', () => {
    expect(isObjectionTextShort('一'.repeat(20))).toBe(false)
    expect(isObjectionTextShort(`${'一'.repeat(19)}  \n`)).toBe(true)
  })

  test.each([
    ['a person', {}, undefined, []],
    ['a unit without its code', { unit: '某某公司' }, undefined, ['creditCode']],
    ['a code without its unit', { unit: ' ', creditCode: '91640323MA76T0002K' }, undefined, ['unit']],
    ['a unit with both', { unit: '某某公司', creditCode: '91640323MA76T0002K' }, undefined, []],
    ['who chose to file as a unit', {}, true, ['unit', 'creditCode']],
    ['who chose to file as a person', { unit: '某某公司' }, false, []],
  ] as const)('%s lacks the right fields', (_who, filer, isUnit, gaps) => {
    expect(filerGaps(filer, isUnit)).toEqual(gaps)
  })
})
