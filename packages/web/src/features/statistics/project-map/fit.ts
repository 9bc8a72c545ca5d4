import { maps } from 'virtual:maps'
import { useQuery } from '@tanstack/react-query'
import type { ChinaDictNode } from '@xinchu/sdk'
import { mapCode, NATION } from '../map-name.ts'
import { around, type Box } from '../options/map-labels.ts'

interface Codes {
  provinceCode?: string
  cityCode?: string
  countyCode?: string
}

/** Outlines' frames: of the whole, and of its parts by code. */
export interface Frames {
  frame: Box
  parts: Readonly<Record<string, Box>>
}

/** Half of the width that is shown around a seat without outlines, in degrees. */
const AROUND_SEAT = 0.35
/** The nation with its inset, for maps of which nothing is known. */
export const NATIONAL: Box = [73.4, 16.5, 136.5, 53.7]

/** Frame of a division: its outlines, the surroundings of its seat, or the widest that is known. */
export function frameOfArea(
  { provinceCode, cityCode, countyCode }: Codes,
  frames: Frames | undefined,
  path: readonly Pick<ChinaDictNode, 'value' | 'lng' | 'lat'>[],
  group: readonly string[] = [],
): Box {
  const code = countyCode ?? cityCode
  const partOf = (each = '') => frames?.parts[each]
  const part = partOf(code)
  if (part) return part
  const seat = code ? path.find(({ value }) => value === code) : undefined
  if (seat?.lng !== undefined && seat.lat !== undefined)
    return [
      seat.lng - AROUND_SEAT,
      seat.lat - AROUND_SEAT * 0.75,
      seat.lng + AROUND_SEAT,
      seat.lat + AROUND_SEAT * 0.75,
    ]
  const city = partOf(cityCode)
  if (city) return city
  const inGroup = provinceCode
    ? []
    : group.flatMap((each): Box[] => (frames?.parts[each] ? [frames.parts[each]] : []))
  return around(inGroup) ?? frames?.frame ?? NATIONAL
}

const STATIC = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const

/** Frames of a division's outlines; null where there are none. */
export function useFrames(provinceCode = NATION) {
  const code = mapCode(provinceCode)
  return useQuery({
    ...STATIC,
    queryKey: ['map-frames', code],
    queryFn: async (): Promise<Frames | null> => (await maps[code]?.()) ?? null,
  })
}
