import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Chart, type ChartOption, loadLibrary } from '../chart.tsx'
import { mapCode, mapName } from '../map-name.ts'
import type { Box } from '../options/map-labels.ts'
import { groundOption } from '../options/points.ts'

interface MapGroundProps {
  /** Division code of the outlines. */
  code: string
  box: Box
  height: number
  /** Codes of provinces whose parts are drawn too, separated by commas. */
  details: string
  /** Called with the name of the clicked part. */
  onArea: (name: string) => void
}

const listOf = (text: string) => (text === '' ? [] : text.split(','))

/** Requested outlines that are already loaded. */
function useLoaded(wanted: string): string {
  const client = useQueryClient()
  const [loaded, setLoaded] = useState('')
  useEffect(() => {
    if (wanted === '') return
    let isOver = false
    const load = async () => {
      const { needMap } = await loadLibrary()
      await Promise.all(listOf(wanted).map((code) => needMap(client, code)))
      if (!isOver) setLoaded(wanted)
    }
    // Without them the coarser outlines stay.
    load().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [client, wanted])
  return wanted === '' ? '' : loaded
}

/** Outlines that fill a frame. They are only drawn; the marks above them and the list are what is read. */
export function MapGround({ code, box, height, details, onArea }: MapGroundProps) {
  const loaded = useLoaded(details)
  const option = useMemo(
    () => ((palette) => groundOption(mapName(code), box, listOf(loaded))(palette)) satisfies ChartOption,
    [code, box, loaded],
  )
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <Chart option={option} label="底图" height={height} map={mapCode(code)} onPart={onArea} />
    </div>
  )
}
