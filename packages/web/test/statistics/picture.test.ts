import { beforeAll, expect, test } from 'vitest'
import type { Sdk } from '../../src/app/sdk.ts'
import { sessionQueries } from '../../src/app/session-queries.ts'
import { needMap } from '../../src/features/statistics/echarts.ts'
import { drawnSvg } from '../../src/features/statistics/files/drawn.ts'
import { broken } from '../../src/features/statistics/files/picture.ts'
import { projectMarksOption } from '../../src/features/statistics/options/project-marks.ts'
import { clientOfFile } from '../support/client.ts'

type Settings = Awaited<ReturnType<Sdk['platform']['get']>>

const client = clientOfFile()

beforeAll(async () => {
  client.setQueryData(sessionQueries.platform.queryKey, {} as Settings) // an operator without maps of his own
  await needMap(client, '640000')
})

test('the foot of a picture breaks its lines at the width of the picture, and loses nothing', () => {
  const source = '来源：全国新型储能大数据平台，http://localhost:4321/planningmonitoring/project/map'
  expect(broken(source)).toEqual([source])
  const note = '兵团各师市以点标示，数据计入新疆生产建设兵团，不计入新疆。'.repeat(4)
  expect(broken(note).map(({ length }) => length)).toEqual([60, note.length - 60])
  expect(broken(note).join('')).toBe(note)
  expect(broken('')).toEqual([])
})

test('the outlines of a county end with the frame of its picture', () => {
  const option = projectMarksOption({
    ...{ map: '640000', box: [106.9, 37.2, 108.1, 38.1], details: [] },
    marks: [{ point: { longitude: 107, latitude: 37.5, ratedPower: 100 }, position: [107, 37.5], radius: 9 }],
  })
  const svg = drawnSvg({ option }, 720, 520)
  const [outlines = ''] = /<g[^>]*clip-path[\s\S]*?<path d="M[^"]{200,}"/.exec(svg) ?? []
  expect(outlines).not.toBe('')
})
