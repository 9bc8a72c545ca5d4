import { CORPS } from '../../../ui/form/regions.ts'

/** A division's seat in degrees. */
export interface Seat {
  name: string
  lng: number
  lat: number
}

/** A division of the platform's tree with its seat, where it is known. */
export interface SeatNode {
  value: string
  label: string
  level: number
  lng?: number
  lat?: number
  endedOn?: string
  children?: readonly SeatNode[]
}

const CITY_LEVEL = 2

/** Seats of cities, the smallest divisions whose positions are known. */
export function seatsOf(nodes: readonly SeatNode[]): Seat[] {
  return nodes.flatMap(({ label: name, lng, lat, endedOn, ...node }) => {
    const children = node.children ?? []
    // The divisions of the Corps lie all over Xinjiang and are named by its cities.
    if (node.value === CORPS) return []
    // A municipality has districts only, so it is named as a city.
    if (node.level < CITY_LEVEL && children.some((child) => child.level === CITY_LEVEL))
      return seatsOf(children)
    return endedOn || lng === undefined || lat === undefined ? [] : [{ name, lng, lat }]
  })
}

/** Name of the seat that is nearest to a position. */
export function nearest(seats: readonly Seat[], lng: number, lat: number): string | undefined {
  let best: Seat | undefined
  let least = Number.POSITIVE_INFINITY
  for (const seat of seats) {
    const distance = ((seat.lng - lng) * 0.75) ** 2 + (seat.lat - lat) ** 2
    if (distance < least) [best, least] = [seat, distance]
  }
  return best?.name
}
