import type { UsageSpread } from '@xinchu/sdk'
import { binName, SIDES } from '../usage/histogram.ts'
import type { Counted } from './counted.ts'

const keyIn = ({ dimensions, keys }: Counted, name: string): string | undefined =>
  keys[dimensions.indexOf(name)]?.[0]

/** Tells if a figure is one of the spread of hours: a bar of its histogram, a side of it, or a single station. */
export const isOfSpread = ({ dimensions }: Counted): boolean =>
  dimensions.includes('hoursBin') || dimensions.includes('project')

interface SpreadFigure {
  label: string
  /** Stations. */
  count: number
  value: number
}

/** A single station of a scenario. */
function stationOf(counted: Counted, { rows }: UsageSpread): SpreadFigure | undefined {
  const project = Number(keyIn(counted, 'project'))
  const scenario = keyIn(counted, 'appSubScenario')
  const row = rows.find(({ by, key }) => by === 'appSubScenario' && key === scenario)
  const value = row?.values[row.projectIds.indexOf(project)]
  return row && value !== undefined ? { label: `${row.label} · 单站`, count: 1, value } : undefined
}

/** Stations of a bar as the spread publishes them. Undefined if it has no such bar. */
function barOf(counted: Counted, { bins }: UsageSpread): SpreadFigure | undefined {
  const from = Number(keyIn(counted, 'hoursBin'))
  const bin = bins.find((each) => each.from === from)
  if (!bin) return undefined
  const asked = keyIn(counted, 'side')
  const [side, name] = SIDES.find(([each]) => each === asked) ?? []
  const count = side ? bin[side] : bin.user + bin.other
  return { label: [binName(from), name].filter(Boolean).join(' · '), count, value: count }
}

/** A figure as the spread publishes it. Undefined if it has no such figure. */
export const spreadFigure = (counted: Counted, spread: UsageSpread): SpreadFigure | undefined =>
  counted.dimensions.includes('project') ? stationOf(counted, spread) : barOf(counted, spread)
