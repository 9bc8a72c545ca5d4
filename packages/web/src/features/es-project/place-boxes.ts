import { boxesToday, type MappedDivision, type PlaceBoxes } from '@xinchu/validators'
import { useMemo } from 'react'
import { sharedLoad, useShared } from '../../lib/shared-load.ts'
import { type RegionNode, usePorts } from '../../ui/ports.ts'

/** Boxes of divisions for hints. Without them a form works as before, and the server gives the hint. */
const placeBoxes = sharedLoad<PlaceBoxes>(
  async () => (await import('@xinchu/validators/place-boxes')).placeBoxes,
  () => undefined,
)

const divisionsIn = (nodes: readonly RegionNode[]): MappedDivision[] =>
  nodes.flatMap(({ value, label, successorCode, children = [] }) => [
    { code: value, name: label, successorCode },
    ...divisionsIn(children),
  ])

/** Where the divisions of today lie; undefined while loading. */
export function usePlaceBoxes(): PlaceBoxes | undefined {
  const boxes = useShared(placeBoxes)
  const regions = usePorts().useRegions(true)
  return useMemo(() => boxes && boxesToday(boxes, divisionsIn(regions)), [boxes, regions])
}
