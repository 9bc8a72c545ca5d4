// @vitest-environment node
import { expect, test } from 'vitest'
import { clusterLabel } from '../../src/features/statistics/options/project-marks.ts'
import { mapCardOf } from '../../src/features/statistics/project-map/map-card.ts'

test('the map is a card with a sentence, its marks as rows, and a picture', () => {
  const point = { longitude: 106, latitude: 38, ratedPower: 300, ratedEnergy: 600, count: 3 }
  const card = mapCardOf({
    ...{ name: '宁夏', code: '640000', details: '', note: '演示数据。' },
    view: { lng: 106, lat: 38, zoom: 6 },
    size: { width: 720, height: 520 },
    marks: [{ key: 'a', point, radius: 12, x: 360, y: 260 }],
    placeOf: () => '银川一带 3 个项目',
  })
  expect(card.finding).toBe('3 个项目，300 MW / 600 MWh。')
  expect(card.rows).toEqual([{ name: '银川一带 3 个项目', values: [3, 300, 600] }])
  expect(card).toMatchObject({ title: '宁夏项目分布', map: '640000', height: 520, isWide: true })
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
