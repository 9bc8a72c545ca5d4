import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { inTurn } from './draw-queue.ts'
import { type Palette, usePalette } from './palette.ts'

/** The height of a drawing: less where the window is narrower than it is high. */
export const roomOf = (height: number): string => `min(${height}px, 92vw)`

/** When the drawings below the window are made: nobody waits for them. */
const UNSEEN_AFTER_MS = 4_000

interface ChartProps {
  /** What to draw, in these colours; keep it from changing without need. */
  option: (palette: Palette) => EChartsCoreOption
  /** Said to who cannot see it; the table beside it has the figures. */
  label: string
  /** px; less where the window is narrower than it is high. */
  height: number
  /** Code of the division whose outlines are drawn. */
  map?: string | undefined
  /** What was clicked: the part's name and, where there is one, the value behind it. */
  onPart?: ((name: string, data: unknown) => void) | undefined
}

const loadLibrary = () => import('./echarts.ts')

/** Fetches the chart library before there is anything to draw. */
export function fetchLibrary(): void {
  // Told where it is drawn.
  loadLibrary().catch(() => undefined)
}

/** Whether an element has been seen; after a while any is taken for seen, as for paper. */
function useIsSeen(host: RefObject<HTMLDivElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = host.current
    if (!element || isSeen) return
    const come = () => setSeen(true)
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) come()
    })
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
 * The drawing in an element, made when it is seen, the library and the outlines have come and the element has room:
 * without room the library's maps fail. It follows the element's size and ends with it.
 */
function useDrawing(host: RefObject<HTMLDivElement | null>, map: string | undefined) {
  const [chart, setChart] = useState<EChartsType>()
  const [isFailed, setFailed] = useState(false)
  const isSeen = useIsSeen(host)
  useEffect(() => {
    const element = host.current
    if (!element || !isSeen) return
    let made: EChartsType | undefined
    let make: ((element: HTMLElement) => EChartsType) | undefined
    const fit = () => {
      if (!make || element.clientWidth === 0 || element.clientHeight === 0) return
      if (made) made.resize()
      else {
        made = make(element)
        setChart(made)
      }
    }
    const observer = new ResizeObserver(fit)
    const load = async () => {
      const library = await loadLibrary()
      if (map) await library.needMap(map)
      inTurn(() => {
        if (isEnded) return
        make = library.init
        observer.observe(element)
      })
    }
    let isEnded = false
    load().catch(() => isEnded || setFailed(true))
    return () => {
      isEnded = true
      make = undefined
      observer.disconnect()
      made?.dispose()
      setChart(undefined)
      setFailed(false)
    }
  }, [host, map, isSeen])
  return { chart, isFailed }
}

function draw(chart: EChartsType, option: EChartsCoreOption, palette: Palette): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  chart.setOption(
    {
      animation: !isStill,
      animationDuration: 300,
      // A canvas takes no `inherit`.
      textStyle: { color: palette['ink-soft'], fontFamily: getComputedStyle(document.body).fontFamily },
      ...option,
    },
    true,
  )
}

/** A drawing by the chart library, which is fetched when the first is shown; follows the page's colours and its own room. */
export function Chart({ option, label, height, map, onPart }: ChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const { chart, isFailed } = useDrawing(host, map)
  const palette = usePalette()

  useEffect(() => {
    if (!chart) return
    let isOver = false
    inTurn(() => isOver || chart.isDisposed() || draw(chart, option(palette), palette))
    return () => {
      isOver = true
    }
  }, [chart, option, palette])

  useEffect(() => {
    if (!chart || !onPart) return
    const tell = ({ name = '', data }: { name?: string; data?: unknown }) => onPart(name, data)
    chart.on('click', tell)
    return () => {
      if (!chart.isDisposed()) chart.off('click', tell)
    }
  }, [chart, onPart])

  return (
    <div className="relative">
      <div ref={host} role="img" aria-label={label} style={{ height: roomOf(height) }} className="w-full" />
      {isFailed && (
        <p role="alert" className="absolute inset-0 grid place-items-center text-ink-faint text-s">
          图形未能加载，数据可在表格中查看
        </p>
      )}
    </div>
  )
}
