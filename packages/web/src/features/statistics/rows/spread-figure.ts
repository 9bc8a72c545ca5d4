import type { UsageSpread } from '@xinchu/sdk'
import { binName, SIDES } from '../usage/spread-options.ts'
import type { Counted } from './counted.ts'

const keyIn = ({ dimensions, keys }: Counted, name: string): string | undefined =>
  keys[dimensions.indexOf(name)]?.[0]

/** Tells if a figure is one of the spread of hours: a bar of its histogram, or a side of it. */
export const isOfSpread = ({ dimensions }: Counted): boolean => dimensions.includes('hoursBin')

/** Stations of a bar as the spread publishes them. Undefined if it has no such bar. */
export function barOf(counted: Counted, { bins }: UsageSpread): { label: string; count: number } | undefined {
  const from = Number(keyIn(counted, 'hoursBin'))
  const bin = bins.find((each) => each.from === from)
  if (!bin) return undefined
  const asked = keyIn(counted, 'side')
  const [side, name] = SIDES.find(([each]) => each === asked) ?? []
  return {
    label: [binName(from), name].filter(Boolean).join(' · '),
    count: side ? bin[side] : bin.user + bin.other,
  }
}
