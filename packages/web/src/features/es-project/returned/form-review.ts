import { RemarkStatus } from '@xinchu/contract/codes'
import type { ReviewRecord, ReviewRemark } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { createContext, useContext, useMemo } from 'react'
import { type FormApi, useFormSlice } from '../../../ui/form/context.ts'
import type { FormState } from '../../../ui/form/store.ts'
import { type FormValues, rowsAt } from '../../../ui/form/values.ts'
import {
  type FieldPlace,
  type NumberedRemark,
  numbered,
  type RemarkState,
  remarkState,
  valueFromWords,
} from '../../../ui/review/remark-model.ts'
import { isShown, projectRows, projectSpecs } from '../form-model.ts'

/** Fields that share one control, under the control's name. */
const PLACES: readonly string[] = ['provinceCode', 'cityCode', 'countyCode']
export const ownerOfPlace = ({ name }: FieldPlace): string => (PLACES.includes(name) ? 'provinceCode' : name)

/** Names of the form values that a remark is on. */
export const namesOf = ({ name }: FieldPlace): readonly string[] => (PLACES.includes(name) ? PLACES : [name])

const names = projectSpecs.map(({ name }) => name)

/** Spec of a place: of its field, or of the property of a row; undefined if the form has none. */
export function specOf({ name, property }: FieldPlace): FieldSpec | undefined {
  if (property) return projectRows[name]?.find((spec) => spec.name === property)
  return projectSpecs.find((spec) => spec.name === name)
}

/** The remarks that the author has to handle, in the form's order. Closed ones are left out. */
export const authorsRemarks = (remarks: readonly ReviewRemark[]): NumberedRemark[] =>
  numbered(
    remarks.filter(({ status }) => status !== RemarkStatus.closed),
    names,
  )

/** The value at a place, comparable as text. */
export function valueTextAt(values: FormValues, place: FieldPlace): string {
  const text = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0)
      ? ''
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  if (place.row === undefined)
    return namesOf(place)
      .map((name) => text(values[name]))
      .join()
  const row = rowsAt(values, place.name)[place.row]
  return row ? text(place.property ? row[place.property] : row) : ''
}

/** Returns why a place is not shown in the form; undefined if it is shown. */
export function whyHidden(place: FieldPlace, values: FormValues): string | undefined {
  const spec = specOf(place)
  if (!spec) return '本表已无此项'
  if (place.row !== undefined && !rowsAt(values, place.name)[place.row]) return `第 ${place.row + 1} 行已删除`
  return isShown(place.name, values) ? undefined : '按现在填写的内容不再填写此项'
}

/** Whether the value of a remark differs from the asked one, with unsaved input. */
export function isChangedNow(
  { remark, place }: NumberedRemark,
  { values, isDirty }: Pick<FormState, 'values' | 'isDirty'>,
  stored: FormValues,
): boolean {
  const isStoredChange = remark.changed ?? false
  if (!place) return isStoredChange || isDirty
  const now = valueTextAt(values, place)
  if (now === valueTextAt(stored, place)) return isStoredChange
  const spec = specOf(place)
  if (!isStoredChange || !spec) return true
  return valueFromWords(spec, remark.value) !== now
}

/** The state of review of the record in a form. */
export interface FormReview {
  items: readonly NumberedRemark[]
  returned: ReviewRecord['returned']
  stored: FormValues
  isOnlyReturned: boolean
  setOnlyReturned: (isOn: boolean) => void
  expanded: ReadonlySet<string>
  /** Shows the fields of a section that were not returned. */
  expand: (section: string) => void
  /** Remark whose answer box is open. */
  opened: number | undefined
  /** Whether the opened box takes the focus. */
  isBoxFocused: boolean
  openBox: (id: number) => void
  answer: (id: number, text: string) => Promise<unknown>
  /** Moves to the next or previous open remark. */
  go: (step: 1 | -1) => void
  /** Moves to a remark by its index. */
  lead: (index: number) => void
}

export const FormReviewContext = createContext<FormReview | undefined>(undefined)

/** The review of the surrounding form; undefined if the record has no remarks. */
export const useFormReview = () => useContext(FormReviewContext)

const NONE: readonly NumberedRemark[] = []
const NOTHING: FormValues = {}

/** Current states of remarks, aligned to them. */
export function useRemarkStates(
  items: readonly NumberedRemark[] = NONE,
  stored: FormValues = NOTHING,
  form?: FormApi,
): readonly RemarkState[] {
  const text = useFormSlice(
    (state) => items.map((item) => remarkState(item.remark, isChangedNow(item, state, stored))).join(),
    form,
  )
  return useMemo(() => (text === '' ? [] : (text.split(',') as RemarkState[])), [text]) // joined just now
}
