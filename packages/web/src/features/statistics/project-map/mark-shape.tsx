import { POINT_GROUPS } from '../options/points.ts'
import type { Palette } from '../palette.ts'

const groupOf = (state: string | undefined) =>
  POINT_GROUPS.find(({ states }) => states.some((each) => each === state)) ?? POINT_GROUPS[0]

/** Outline of a shape with the area of a circle of this radius, around 0, 0. */
function pathOf(symbol: (typeof POINT_GROUPS)[number]['symbol'], radius: number): string {
  if (symbol === 'triangle') {
    const side = radius * 1.56
    return `M0 ${-side}L${side} ${side * 0.8}H${-side}Z`
  }
  if (symbol === 'diamond') {
    const half = radius * 1.25
    return `M0 ${-half}L${half} 0L0 ${half}L${-half} 0Z`
  }
  const half = radius * 0.89
  return `M${-half} ${-half}H${half}V${half}H${-half}Z`
}

interface ShapeProps {
  /** Undefined for a cluster. */
  state?: string | undefined
  isCluster?: boolean
  radius: number
  palette: Palette
  className?: string
}

/** A project by its construction status, or a cluster as a light circle. The area is in proportion to the power. */
export function MarkShape({ state, isCluster = false, radius, palette, className = '' }: ShapeProps) {
  const { symbol, group } = groupOf(state)
  const isRound = isCluster || symbol === 'circle'
  const room = radius * (isRound ? 1 : 1.6) + 1.5
  const paint = isCluster
    ? { fill: palette.base, fillOpacity: 0.88, stroke: palette.groups[0], strokeWidth: 1.2 }
    : { fill: palette.groups[group], fillOpacity: 0.85, stroke: palette.surface, strokeWidth: 1 }
  return (
    <svg
      aria-hidden="true"
      width={2 * room}
      height={2 * room}
      viewBox={`${-room} ${-room} ${2 * room} ${2 * room}`}
      className={`pointer-events-none shrink-0 ${className}`}
    >
      {isRound ? <circle r={radius} {...paint} /> : <path d={pathOf(symbol, radius)} {...paint} />}
    </svg>
  )
}
