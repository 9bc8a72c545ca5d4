import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { onPaletteChange, type Palette, readPalette } from './palette.ts'

interface ChartProps {
  /** What to draw, in these colours; keep it from changing without need. */
  option: (palette: Palette) => EChartsCoreOption
  /** Said to who cannot see it; the table beside it has the figures. */
  label: string
  height: number
  /** Code of the division whose outlines are drawn. */
  map?: string
  /** The name of the part that was clicked. */
  onPart?: (name: string) => void
}

/** A drawing by the chart library, which is fetched when the first is shown; follows the page's colours and its own room. */
export function Chart({ option, label, height, map, onPart }: ChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType>()
  const [palette, setPalette] = useState(readPalette)
  useEffect(() => onPaletteChange(() => setPalette(readPalette())), [])

  useEffect(() => {
    let made: EChartsType | undefined
    let ended = false
    const observer = new ResizeObserver(() => made?.resize())
    void import('./echarts.ts').then(async ({ init, needMap }) => {
      if (map) await needMap(map)
      if (ended || !host.current) return
      made = init(host.current)
      observer.observe(host.current)
      setChart(made)
    })
    return () => {
      ended = true
      observer.disconnect()
      made?.dispose()
      setChart(undefined)
    }
  }, [map])

  useEffect(() => {
    if (!chart || chart.isDisposed()) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    chart.setOption(
      {
        animation: !isStill,
        animationDuration: 300,
        textStyle: { color: palette['ink-soft'], fontFamily: 'inherit' },
        ...option(palette),
      },
      true,
    )
  }, [chart, option, palette])

  useEffect(() => {
    if (!chart || !onPart) return
    const tell = ({ name }: { name?: string }) => {
      if (name) onPart(name)
    }
    chart.on('click', tell)
    return () => {
      if (!chart.isDisposed()) chart.off('click', tell)
    }
  }, [chart, onPart])

  return <div ref={host} role="img" aria-label={label} style={{ height }} className="w-full" />
}
