import { maps } from 'virtual:maps'
import { BarChart, LineChart, MapChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components'
import { init, registerMap, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([
  BarChart,
  LineChart,
  MapChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
])

const NATION = '100000'
const registered = new Map<string, Promise<void>>()

/** The name that the outlines of a division are known by; `china` gets the inset of the South China Sea drawn. */
export const mapName = (code: string): string => (code === NATION ? 'china' : code)

/** Fetches the outlines of a division's parts and makes them known to charts. */
export function needMap(code: string): Promise<void> {
  const known = registered.get(code)
  if (known) return known
  const loading = (async () => {
    const { map } = (await maps[code]?.()) ?? {}
    if (map !== undefined) registerMap(mapName(code), map)
  })()
  registered.set(code, loading)
  // Asked for again the next time.
  loading.catch(() => registered.delete(code))
  return loading
}

export { init }
