import { fields } from '@xinchu/contract/fields'
import type { DueItem, GeneralItemDraft, UsageFields } from '@xinchu/sdk'
import {
  checkRecord,
  checkUsage,
  compareUsage,
  type Facility,
  type FieldSpec,
  type Issue,
  type Stage,
  type UsageDerived,
  usageDerived,
} from '@xinchu/validators'
import { plainFigure } from '@xinchu/validators/reading'
import type { SheetRow } from '../../ui/sheet/model.ts'

const KEYS: ReadonlySet<string> = new Set(['projectId', 'year', 'quarter'])

/** Input fields of a quarterly report. */
export const usageSpecs: readonly FieldSpec[] = fields.UsageFields.filter(({ name }) => !KEYS.has(name))

/** Input of a report as text. */
export function typedUsage(usage: object | undefined): SheetRow {
  const values: Record<string, unknown> = { ...usage }
  return Object.fromEntries(
    usageSpecs.flatMap(({ name }) => {
      const value = values[name]
      return value === undefined || value === null ? [] : [[name, String(value)]]
    }),
  )
}

/** Whether two rows have the same content. All forms of empty input are equal. */
export const isSameTyped = (one: SheetRow, other: SheetRow): boolean =>
  usageSpecs.every(({ name }) => (one[name]?.trim() ?? '') === (other[name]?.trim() ?? ''))

const isNumber = ({ kind }: FieldSpec) => kind === 'number' || kind === 'integer'

/** Converts input to the contract's shape. Non-numeric text stays unchanged for the rules to reject. */
function valuesOf(typed: SheetRow): Record<string, unknown> {
  return Object.fromEntries(
    usageSpecs.flatMap((spec) => {
      const text = typed[spec.name]?.trim() ?? ''
      if (text === '') return []
      return [[spec.name, isNumber(spec) ? (plainFigure(text) ?? text) : text]]
    }),
  )
}

export const facilityOf = (due: DueItem): Facility => ({
  ratedPower: due.ratedPower,
  ratedEnergy: due.ratedEnergy,
  designCyclesPerDay: due.designCyclesPerDay,
  commissionDate: due.commissionDate,
  techType: due.techType,
})

export interface Period {
  year: number
  quarter: 1 | 2 | 3 | 4
}

/** Indicators of the input. */
export const derivedOf = (due: DueItem, typed: SheetRow, period: Period): UsageDerived =>
  usageDerived({ ...valuesOf(typed), ...period }, facilityOf(due))

/** Errors and warnings of a row at this stage. */
export function usageIssues(due: DueItem, typed: SheetRow, period: Period, stage: Stage): Issue[] {
  const usage = { ...valuesOf(typed), ...period }
  const facility = facilityOf(due)
  return [
    ...checkRecord(usage, usageSpecs, stage),
    ...checkUsage(usage, facility, stage),
    ...compareUsage(usage, facility, due.previous && { ...due.previous }),
  ]
}

/** Request item of a row. @param version the version that the input is based on */
export function usageDraft(
  due: DueItem,
  typed: SheetRow,
  period: Period,
  version = due.item?.version,
): GeneralItemDraft {
  // The server validates against the same contract.
  const usage = { ...valuesOf(typed), projectId: due.projectId ?? 0, ...period } as UsageFields
  const { item } = due
  return { itemType: 'USAGE', usage, ...(item && version !== undefined ? { id: item.id, version } : {}) }
}
