import type { ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import { quantity } from '../../lib/quantity.ts'
import { METRICS, type Metric } from './figure-columns.ts'
import type { Bar } from './options/bars.ts'

/** Groups by power with their share of the total. */
export const sharesOf = (rows: readonly ScaleLayoutRow[]): Bar[] =>
  rows.map(({ label = '', ratedPower, powerShare = 0 }) => ({
    name: label,
    value: ratedPower,
    text: `${quantity(powerShare, '%')}%`,
  }))

/** Groups by a measure of use, highest first. Groups without it come last. */
export const usesOf = (rows: readonly UsageStatRow[], metric: Metric): Bar[] =>
  rows
    .map((row) => ({
      name: row.label ?? '',
      value: row[metric],
      text:
        row[metric] === undefined
          ? '无数据'
          : `${quantity(row[metric], METRICS[metric].unit)} ${METRICS[metric].unit}`,
    }))
    .toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))
