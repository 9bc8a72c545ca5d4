import { describe, expect, test } from 'vitest'
import { shortRegionName } from '../../src/domain/regions/short-name.ts'
import { regionSeeds } from '../../src/seed/regions.ts'

const regions = regionSeeds()
const byCode = new Map(regions.map((region) => [region.code, region]))

test('32 bodies report: 31 provinces and the Corps', () => {
  const provinces = regions.filter(({ level }) => level === 1)
  expect(provinces).toHaveLength(35)
  expect(provinces.filter((region) => region.is_reporting)).toHaveLength(32)
  expect(byCode.get('660000')).toMatchObject({ name: '新疆生产建设兵团', map_name: '新疆维吾尔自治区' })
})

test('every division comes after the one it belongs to', () => {
  const seen = new Set<string | null>([null])
  const orphans = regions.filter(({ code, parent_code }) => {
    seen.add(code)
    return !seen.has(parent_code)
  })
  expect(orphans).toEqual([])
})

test.each([
  ['a district of a municipality', '110113', '110000', null],
  ['a county under the province, of no city', '419001', '410000', null],
  ['a city of the Corps', '659001', '660000', null],
  ['a division of the Corps without a city', '661200', '660000', null],
  ['a county of a city', '640323', '640300', '640300'],
])('%s hangs where it is administered', (_what, code, parent_code, city_code) => {
  expect(byCode.get(code)).toMatchObject({ parent_code, city_code, county_code: code })
})

test.each(['419000', '429000', '469000', '659000', '110100'])('%s is no division but a heading', (code) => {
  expect(byCode.has(code)).toBe(false)
})

test('exactly the cities without counties have none', () => {
  const parents = new Set(regions.map(({ parent_code }) => parent_code))
  const undivided = regions.filter(({ code, level }) => level === 2 && !parents.has(code))
  expect(undivided.map(({ name }) => name)).toEqual(['东莞市', '中山市', '儋州市'])
})

test('every city has a seat inside the country', () => {
  const astray = regions.filter(
    ({ level, lng, lat }) =>
      level === 2 && !(lng !== null && lng > 73 && lng < 136 && lat !== null && lat > 3 && lat < 54),
  )
  expect(astray).toEqual([])
})

test('the groups are those of the regional regulators', () => {
  const members = (group: string) =>
    regions
      .filter(
        ({ level, is_reporting, region_group }) => level === 1 && is_reporting && region_group === group,
      )
      .map(({ short_name }) => short_name)
  expect(members('HB')).toEqual(['北京', '天津', '河北', '山西', '内蒙古', '山东'])
  expect(members('DB')).toEqual(['辽宁', '吉林', '黑龙江'])
  expect(members('HD')).toEqual(['上海', '江苏', '浙江', '安徽', '福建'])
  expect(members('HZ')).toEqual(['江西', '河南', '湖北', '湖南', '重庆', '四川', '西藏'])
  expect(members('XB')).toEqual(['陕西', '甘肃', '青海', '宁夏', '新疆', '兵团'])
  expect(members('NF')).toEqual(['广东', '广西', '海南', '贵州', '云南'])
})

describe('a division is called', () => {
  test.each([
    ['湘西土家族苗族自治州', '湘西'],
    ['双江拉祜族佤族布朗族傣族自治县', '双江'],
    ['克孜勒苏柯尔克孜自治州', '克孜勒苏'],
    ['龙胜各族自治县', '龙胜'],
    ['东乡族自治县', '东乡'],
    ['鄂温克族自治旗', '鄂温克'],
    ['管城回族区', '管城'],
    ['赵县', '赵县'],
    ['矿区', '矿区'],
    ['井陉矿区', '井陉矿区'],
    ['兰州新区', '兰州新区'],
    ['清新区', '清新'],
    ['桃城区', '桃城'],
    ['神农架林区', '神农架'],
    ['万柏林区', '万柏林'],
    ['锡林郭勒盟', '锡林郭勒'],
    ['盐池县', '盐池'],
  ])('%s: %s', (name, short) => {
    expect(shortRegionName(name)).toBe(short)
  })

  test('never by less than two characters', () => {
    expect(regions.filter(({ short_name }) => short_name.length < 2)).toEqual([])
  })
})
