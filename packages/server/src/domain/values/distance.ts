const EARTH_RADIUS_M = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

export interface Place {
  longitude: number
  latitude: number
}

/** Distance of two points on the sphere in metres (haversine). */
export function distanceM(a: Place, b: Place): number {
  const height = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const width = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * width
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(height + across)))
}
