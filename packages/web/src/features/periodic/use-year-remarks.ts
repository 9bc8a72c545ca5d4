import type { DueItem } from '@xinchu/sdk'
import { useMemo } from 'react'
import { type RecordForm, useFormSlice } from '../../ui/form/context.ts'
import { type FormValues, rowsAt } from '../../ui/form/values.ts'
import type { FieldPlace } from '../../ui/review/remark-model.ts'
import { type SheetRemark, sheetRemarks, useSheetRemarks } from './sheet-remarks.ts'
import { storedValues } from './use-year-form.ts'
import { yearSpecs } from './year-model.ts'

const names = yearSpecs.map(({ name }) => name)

const textAt = (values: FormValues, { name, row, property }: FieldPlace): string => {
  if (row === undefined) return JSON.stringify(values[name] ?? '')
  const cells = rowsAt(values, name)[row]
  return JSON.stringify((property ? cells?.[property] : cells) ?? '')
}

/** Unsettled remarks on a returned calculation, with their states for the present values. */
export function useYearRemarks(due: DueItem, form: RecordForm, isOpen: boolean): readonly SheetRemark[] {
  const { item } = due
  const values = useFormSlice((state) => state.values, form.api)
  const byId = useSheetRemarks('YEARCALC', [item])
  const asked = item && isOpen ? byId.get(item.id) : undefined
  return useMemo(() => {
    if (!asked) return []
    const stored = storedValues(due)
    const all = item?.changedFields ?? []
    const differs = (place: FieldPlace) => textAt(values, place) !== textAt(stored, place)
    return sheetRemarks(asked, names, (place) =>
      place ? differs(place) : all.length > 0 || names.some((name) => differs({ name })),
    ).map((remark) =>
      // The form knows only the changes since the page was opened. The server knows the earlier ones.
      remark.state === 'open' && remark.item.remark.changed ? { ...remark, state: 'changed' } : remark,
    )
  }, [asked, due, item, values])
}
