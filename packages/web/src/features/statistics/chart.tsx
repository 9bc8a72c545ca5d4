import { useQueryClient } from '@tanstack/react-query'
import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { inTurn } from './draw-queue.ts'
import type { MapKey } from './options/map-legend.ts'
import type { Palette } from './palette.ts'
import { useDark } from './use-dark.ts'

/** Height of a chart. Smaller in narrow windows. */
export const roomOf = (height: number): string => `min(${height}px, 92vw)`

/** Delay before charts far below the viewport are drawn, for print, ms. */
const UNSEEN_AFTER_MS = 10_000
/** Room around the viewport in which a chart counts as seen, so that it is there when it is scrolled to. */
const NEAR = '200px 0px'
/** Longest time that other parts wait for the chart library, ms. */
const LIBRARY_MS = 4_000

/** The chart library with the drawings that are loaded with it. */
type Library = Awaited<ReturnType<typeof loadLibrary>>

/** Option of a chart. On a page it may give a map's key away, which is then no part of the drawing. */
export type ChartOption = (
  palette: Palette,
  library: Library,
  takeKey?: (key: MapKey) => void,
) => EChartsCoreOption

export interface ChartProps {
  /** Chart option for a palette. Memoize it. */
  option: ChartOption
  /** Accessible name. The table has the figures. */
  label: string
  /** Height in px; smaller in narrow windows. */
  height: number
  /** Division code of the map's outlines. */
  map?: string | undefined
  /** Called with the clicked part's name and value, if any. */
  onPart?: ((name: string, data: unknown, series: number) => void) | undefined
  /** Called with the name of the part whose context menu is asked for. */
  onRows?: ((name: string) => void) | undefined
}

/** A click on a part, as the library reports it. */
interface Pressed {
  name?: string
  data?: unknown
  seriesIndex?: number
  event?: { event?: { preventDefault(): void } }
}

let libraryCame: () => void = () => undefined

/** Resolves when the chart library has come, or after a while on a page without charts. */
export const afterLibrary = new Promise<void>((resolve) => {
  libraryCame = resolve
  setTimeout(resolve, LIBRARY_MS)
})

const importLibrary = () => import('./echarts.ts')

/** Loads the chart library. Charts ask for it once their figures have come, which would be late beside it. */
export async function loadLibrary() {
  const library = await importLibrary()
  libraryCame()
  return library
}

/** Whether an element has been near the viewport. After a delay every element counts so, for print. */
function useIsSeen(host: RefObject<HTMLDivElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = host.current
    if (!element || isSeen) return
    const come = () => setSeen(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) come()
      },
      { rootMargin: NEAR },
    )
    observer.observe(element)
    const timer = setTimeout(come, UNSEEN_AFTER_MS)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [host, isSeen])
  return isSeen
}

/**
 * Draws a chart in an element once it is visible, library and outlines are loaded, and the element has a size, without
 * which the library's maps fail. Follows the element's size and is disposed with it.
 */
function useDrawing(host: RefObject<HTMLDivElement | null>, map: string | undefined) {
  const client = useQueryClient()
  const [drawn, setDrawn] = useState<{ chart: EChartsType; library: Library }>()
  const [isFailed, setFailed] = useState(false)
  const isSeen = useIsSeen(host)
  useEffect(() => {
    const element = host.current
    if (!element || !isSeen) return
    let made: EChartsType | undefined
    let loaded: Library | undefined
    const fit = () => {
      if (!loaded || element.clientWidth === 0 || element.clientHeight === 0) return
      if (made) made.resize()
      else {
        made = loaded.init(element)
        setDrawn({ chart: made, library: loaded })
      }
    }
    const observer = new ResizeObserver(fit)
    const load = async () => {
      const library = await loadLibrary()
      if (map) await library.needMap(client, map)
      inTurn(() => {
        if (isEnded) return
        loaded = library
        observer.observe(element)
      })
    }
    let isEnded = false
    load().catch(() => isEnded || setFailed(true))
    return () => {
      isEnded = true
      loaded = undefined
      observer.disconnect()
      made?.dispose()
      setDrawn(undefined)
      setFailed(false)
    }
  }, [client, host, map, isSeen])
  return { drawn, isFailed }
}

/** Duration of a chart's change, ms. Its first drawing is not animated. */
const CHANGE_MS = 150

const drawnOnce = new WeakSet<EChartsType>()

function draw(chart: EChartsType, option: EChartsCoreOption, palette: Palette): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const isFirst = !drawnOnce.has(chart)
  drawnOnce.add(chart)
  chart.setOption(
    {
      animation: !isFirst && !isStill,
      animationDuration: CHANGE_MS,
      // A canvas does not support `inherit`.
      textStyle: { color: palette.inkSoft, fontFamily: getComputedStyle(document.body).fontFamily },
      ...option,
    },
    true,
  )
}

/** A chart. Loads the library on first use, and follows theme and size. */
export function Chart({ option, label, height, map, onPart, onRows }: ChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const { drawn, isFailed } = useDrawing(host, map)
  const chart = drawn?.chart
  const isDark = useDark()
  const [key, setKey] = useState<MapKey>()
  const Key = drawn?.library.DrawnKey

  useEffect(() => {
    if (!drawn) return
    const { chart, library } = drawn
    const palette = isDark ? library.DARK : library.LIGHT
    let isOver = false
    inTurn(() => {
      if (isOver || chart.isDisposed()) return
      let given: MapKey | undefined
      const takeKey = (its: MapKey) => {
        given = its
      }
      draw(chart, option(palette, library, takeKey), palette)
      setKey(given)
    })
    return () => {
      isOver = true
    }
  }, [drawn, option, isDark])

  useEffect(() => {
    if (!chart || !onPart) return
    const tell = ({ name = '', data, seriesIndex = 0 }: Pressed) => onPart(name, data, seriesIndex)
    chart.on('click', tell)
    return () => {
      if (!chart.isDisposed()) chart.off('click', tell)
    }
  }, [chart, onPart])

  useEffect(() => {
    if (!chart || !onRows) return
    const tell = ({ name = '', event }: Pressed) => {
      event?.event?.preventDefault()
      onRows(name)
    }
    chart.on('contextmenu', tell)
    return () => {
      if (!chart.isDisposed()) chart.off('contextmenu', tell)
    }
  }, [chart, onRows])

  return (
    <div className="@container relative">
      <div ref={host} role="img" aria-label={label} style={{ height: roomOf(height) }} className="w-full" />
      {Key && key && <Key {...key} />}
      {isFailed && (
        <p role="alert" className="absolute inset-0 grid place-items-center text-ink-faint text-s">
          图形未能加载，数据可在表格中查看
        </p>
      )}
    </div>
  )
}
