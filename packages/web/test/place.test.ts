import { expect, test } from 'vitest'
import { fullPlace, placeOf, shortProvince } from '../src/lib/place.ts'

test.each([
  ['宁夏回族自治区', '宁夏'],
  ['内蒙古自治区', '内蒙古'],
  ['黑龙江省', '黑龙江'],
  ['新疆生产建设兵团', '兵团'],
  ['新疆维吾尔自治区', '新疆'],
  ['北京市', '北京'],
])('%s is %s for short', (name, short) => {
  expect(shortProvince(name)).toBe(short)
})

const county = { provinceName: '宁夏回族自治区', cityName: '吴忠市', countyName: '盐池县' }

test.each([
  ['a county, and below it its city', county, { name: '盐池县', within: '吴忠市' }],
  [
    'a county of a municipality alone',
    { provinceName: '北京市', cityName: '北京市', countyName: '延庆区' },
    { name: '延庆区' },
  ],
  ['a directly ruled county alone', { provinceName: '湖北省', countyName: '仙桃市' }, { name: '仙桃市' }],
  ['a city without counties first', { provinceName: '广东省', cityName: '东莞市' }, { name: '东莞市' }],
  ['a province without more', { provinceName: '宁夏回族自治区' }, { name: '宁夏回族自治区' }],
  ['nothing of no place', {}, {}],
])('a list has %s', (_what, place, shown) => {
  expect(placeOf(place, 'nation')).toEqual(shown)
})

test('readers of a city have its counties without its name', () => {
  expect(placeOf(county, 'city')).toEqual({ name: '盐池县' })
})

test('a place in full repeats no name', () => {
  expect(fullPlace(county)).toBe('宁夏回族自治区 吴忠市 盐池县')
  expect(fullPlace({ provinceName: '北京市', cityName: '北京市', countyName: '延庆区' })).toBe(
    '北京市 延庆区',
  )
})
