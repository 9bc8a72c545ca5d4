import { getMap } from 'echarts/core'
import { beforeAll, expect, test } from 'vitest'
import type { Sdk } from '../src/app/sdk.ts'
import { sessionQueries } from '../src/app/session-queries.ts'
import { needMap } from '../src/features/statistics/echarts.ts'
import { mapName } from '../src/features/statistics/map-name.ts'
import { clientOfFile } from './support/client.ts'

type Settings = Awaited<ReturnType<Sdk['platform']['get']>>

const client = clientOfFile()

beforeAll(() => {
  // An operator who has put in no maps of his own.
  client.setQueryData(sessionQueries.platform.queryKey, {} as Settings)
})

test('[9.limits.12] the nation is registered as china, with every province, and a province by its code', async () => {
  expect(getMap(mapName('100000'))).toBeFalsy()
  await needMap(client, '100000')
  const { geoJSON } = getMap('china')
  const features: { properties: { adcode: number | string } }[] = geoJSON.features
  const codes = features.map(({ properties }) => String(properties.adcode))
  expect(codes).toEqual(expect.arrayContaining(['110000', '640000', '710000', '810000', '820000']))
  await needMap(client, '640000')
  expect(getMap('640000').geoJSON.features.length).toBe(5)
})
