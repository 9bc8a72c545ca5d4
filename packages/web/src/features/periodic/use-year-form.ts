import { ReportStatus } from '@xinchu/contract/codes'
import type { DueItem, YearCalcFields } from '@xinchu/sdk'
import { checkYearCalc, compareYearCalc } from '@xinchu/validators'
import { useEffect } from 'react'
import type { RecordForm } from '../../ui/form/context.ts'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { type FormValues, valuesOf } from '../../ui/form/values.ts'
import { calcRows, yearRows, yearSpecs } from './year-model.ts'

/** Reference figures: the warehouse, and passed calculations of lower levels. */
function expectedOf({ warehouse = [], lower = [] }: DueItem) {
  const passed = lower.filter(
    ({ status }) => status === ReportStatus.passed || status === ReportStatus.confirmed,
  )
  return { warehouse, lower: passed.flatMap(({ rows = [] }) => rows) }
}

const calculationOf = (due: DueItem): Partial<YearCalcFields> => due.item?.yearCalc ?? due.yearCalc ?? {}

/** Form values of a calculation, stored or prefilled. */
export const storedValues = (due: DueItem): FormValues => ({
  ...valuesOf(yearSpecs, calculationOf(due), yearRows),
  attachmentIds: due.item?.attachments ?? [],
})

/** The form of an office's calculation, prefilled from the warehouse and the levels below until it is first saved. */
export function useYearForm(due: DueItem, version: number | undefined): RecordForm {
  const { scopeType, scopeId, year } = calculationOf(due)
  const expected = expectedOf(due)
  const form = useRecordForm({
    id: 'year-calc',
    recordId: [scopeType, scopeId, year].join('-'),
    version,
    specs: yearSpecs,
    rows: yearRows,
    initial: storedValues(due),
    check: (draft, stage, values) => [
      ...checkYearCalc(draft, stage),
      ...compareYearCalc(calcRows(values), expected),
    ],
  })
  // The prefilled rows are checked from the start.
  const { touch } = form.store
  useEffect(() => {
    touch('rows')
  }, [touch])
  return form
}
