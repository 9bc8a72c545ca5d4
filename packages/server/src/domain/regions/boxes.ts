import { boxesToday, type PlaceBoxes } from '@xinchu/validators'
import { placeBoxes } from '@xinchu/validators/place-boxes'
import type { Db } from '../../db/database.ts'
import { type RegionNode, regionNodes } from './nodes.ts'

const COUNTY_LEVEL = 3

const boxesOf = new WeakMap<readonly RegionNode[], PlaceBoxes>()

/** Where the divisions of today lie, in one short query unless a succession was recorded. */
export async function currentBoxes(db: Db): Promise<PlaceBoxes> {
  const nodes = await regionNodes(db, COUNTY_LEVEL, true)
  const divisions = () =>
    nodes.map(({ value, label, successorCode }) => ({ code: value, name: label, successorCode }))
  const boxes = boxesOf.get(nodes) ?? boxesToday(placeBoxes, divisions())
  boxesOf.set(nodes, boxes)
  return boxes
}
