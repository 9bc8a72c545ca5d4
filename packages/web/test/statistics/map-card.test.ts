// @vitest-environment node
import { expect, test } from 'vitest'
import { clusterLabel, projectMarksOption } from '../../src/features/statistics/options/project-marks.ts'
import { LIGHT } from '../../src/features/statistics/palette.ts'
import { mapCardOf } from '../../src/features/statistics/project-map/map-card.ts'

test('the map is a card with a sentence, its marks as rows, and a picture', () => {
  const point = { longitude: 106, latitude: 38, ratedPower: 300, ratedEnergy: 600, count: 3 }
  const card = mapCardOf({
    ...{ title: '宁夏项目分布 · 按市', code: '640000', details: '', note: '演示数据。' },
    view: { lng: 106, lat: 38, zoom: 6 },
    size: { width: 720, height: 520 },
    marks: [{ key: 'a', point, radius: 12, x: 360, y: 260 }],
    ...{ sums: { count: 3, located: 3, power: 300, energy: 600 }, isPart: false },
    placeOf: () => '银川一带 3 个项目',
  })
  expect(card.finding).toBe('3 个项目，300 MW / 600 MWh。')
  expect(card.rows).toEqual([{ name: '银川一带 3 个项目', values: [3, 300, 600] }])
  expect(card).toMatchObject({ title: '宁夏项目分布 · 按市', map: '640000', height: 520, isWide: true })
})

test('the picture and the rows of divisions name each, with its projects and power', () => {
  const point = {
    ...{ longitude: 106, latitude: 38, ratedPower: 1_300, ratedEnergy: 2_600, count: 39 },
    ...{ regionCode: '640100', regionName: '银川市' },
  }
  const card = mapCardOf({
    ...{ title: '宁夏项目分布 · 按市', code: '640000', details: '', note: '' },
    view: { lng: 106, lat: 38, zoom: 6 },
    size: { width: 720, height: 520 },
    marks: [{ key: '640100', point, name: '银川', radius: 12, x: 360, y: 260 }],
    ...{ sums: { count: 7, located: 7, power: 200, energy: 400 }, isPart: true },
    placeOf: () => '银川市 39 个项目',
  })
  expect(card.finding).toBe('7 个项目，200 MW / 400 MWh。')
  expect(card.note).toContain('各地按其全部项目计。')
  expect(card.rows).toEqual([{ name: '银川市', values: [39, 1_300, 2_600] }])
  expect(card.note).toContain('注名称、项目数与功率')
  const option = projectMarksOption({
    ...{ map: '640000', box: [104, 35, 108, 40], details: [] },
    marks: [{ point, name: '银川', radius: 12, position: [106, 38] }],
  })(LIGHT)
  expect(JSON.stringify(option['series'])).toContain('银川\\n39\\n1,300')
})

test.each([
  [
    'projects and power of a large one',
    24,
    168,
    13_495,
    { position: 'inside', fontSize: 11, formatter: '168\n13,495' },
  ],
  ['both in small type', 17, 86, 6_651, { position: 'inside', fontSize: 9, formatter: '86\n6,651' }],
  ['only the projects', 11, 24, 2_127, { position: 'inside', fontSize: 11, formatter: '24' }],
  ['only the projects, beside a tiny one', 5, 12, 1_206, { position: 'right', fontSize: 9, formatter: '12' }],
])('a picture writes into the circle of a cluster %s', (_what, radius, count, ratedPower, label) => {
  const point = { longitude: 106, latitude: 38, count, ratedPower }
  expect(clusterLabel({ point, radius })).toMatchObject(label)
})
