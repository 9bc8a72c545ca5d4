import { getMap } from 'echarts/core'
import { beforeAll, expect, test } from 'vitest'
import { queryClient } from '../src/app/query-client.ts'
import type { sdk } from '../src/app/sdk.ts'
import { sessionQueries } from '../src/app/session-queries.ts'
import { needMap } from '../src/features/statistics/echarts.ts'
import { mapName } from '../src/features/statistics/map-name.ts'

type Settings = Awaited<ReturnType<typeof sdk.platform.get>>

beforeAll(() => {
  // An operator who has put in no maps of his own.
  queryClient.setQueryData(sessionQueries.platform.queryKey, {} as Settings)
})

test('[9.limits.12] the nation is registered as china, with every province, and a province by its code', async () => {
  expect(getMap(mapName('100000'))).toBeFalsy()
  await needMap('100000')
  const { geoJSON } = getMap('china')
  const features: { properties: { adcode: number | string } }[] = geoJSON.features
  const codes = features.map(({ properties }) => String(properties.adcode))
  expect(codes).toEqual(expect.arrayContaining(['110000', '640000', '710000', '810000', '820000']))
  await needMap('640000')
  expect(getMap('640000').geoJSON.features.length).toBe(5)
})
