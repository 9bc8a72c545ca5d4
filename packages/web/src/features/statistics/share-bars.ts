import type { ScaleLayoutRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { Bar } from './options/bars.ts'

/** Groups by power with their share of the total. */
export const sharesOf = (rows: readonly ScaleLayoutRow[]): Bar[] =>
  rows.map(({ label = '', ratedPower, powerShare = 0 }) => ({
    name: label,
    value: ratedPower,
    text: `${quantity(powerShare, '%')}%`,
  }))
