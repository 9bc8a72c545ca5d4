import { expect, test } from 'vitest'
import { findPlaces, nameOf, pathOf, placeOf } from '../src/ui/form/regions.ts'
import type { RegionNode } from '../src/ui/ports.ts'

const regions: readonly RegionNode[] = [
  {
    value: '640000',
    label: '宁夏回族自治区',
    level: 1,
    children: [
      {
        value: '640300',
        label: '吴忠市',
        level: 2,
        children: [{ value: '640323', label: '盐池县', level: 3 }],
      },
    ],
  },
  {
    value: '110000',
    label: '北京市',
    level: 1,
    children: [{ value: '110105', label: '朝阳区', level: 3 }],
  },
]

test('a county is found by its name, with the way to it', () => {
  expect(findPlaces(regions, '盐池', 10).map(nameOf)).toEqual(['宁夏回族自治区 / 吴忠市 / 盐池县'])
})

test('wider places are found first', () => {
  expect(findPlaces(regions, '市', 10).map(nameOf)).toEqual(['北京市', '宁夏回族自治区 / 吴忠市'])
  expect(findPlaces(regions, '市', 1)).toHaveLength(1)
})

test('a county straight under a province has no city, and is found again so', () => {
  const place = placeOf(findPlaces(regions, '朝阳', 10)[0] ?? [])
  expect(place).toEqual({ provinceCode: '110000', cityCode: '', countyCode: '110105' })
  expect(nameOf(pathOf(regions, place))).toBe('北京市 / 朝阳区')
})

test('a code that is not known ends the way', () => {
  const place = { provinceCode: '640000', cityCode: '649900', countyCode: '' }
  expect(nameOf(pathOf(regions, place))).toBe('宁夏回族自治区')
})
