import { maps } from 'virtual:maps'
import type { QueryClient } from '@tanstack/react-query'
import { BarChart, LineChart, MapChart, ScatterChart } from 'echarts/charts'
import {
  AxisPointerComponent,
  GeoComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components'
import { getMap, init, registerMap, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { sdkOf } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { mapName } from './map-name.ts'

use([
  BarChart,
  LineChart,
  MapChart,
  ScatterChart,
  AxisPointerComponent,
  GeoComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
])

const registered = new Map<string, Promise<void>>()

/** Outlines of a division: the operator's if present, otherwise those of this build. */
async function outlinesOf(client: QueryClient, code: string): Promise<string | undefined> {
  const { maps: own } = await client.ensureQueryData(sessionQueries.platform)
  if (own?.includes(code)) return (await sdkOf(client).platform.getMap({ code })).blob.text()
  return (await maps[code]?.())?.map
}

/** Loads the outlines of a division's parts and registers them with the chart library. */
export function needMap(client: QueryClient, code: string): Promise<void> {
  const known = registered.get(code)
  if (known) return known
  const loading = (async () => {
    const map = await outlinesOf(client, code)
    if (map !== undefined) registerMap(mapName(code), map)
  })()
  registered.set(code, loading)
  // Retried next time.
  loading.catch(() => registered.delete(code))
  return loading
}

/** Tells if outlines are registered. */
export const isKnown = (map: string): boolean => Boolean(getMap(map))

export { DrawnKey } from './map-key.tsx'
export { barsOption } from './options/bars.ts'
export { mapOption } from './options/map.ts'
export { trendOption, usageTrendOption } from './options/trend.ts'
export { DARK, LIGHT } from './palette.ts'
export { init }
