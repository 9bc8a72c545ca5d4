import type { Unsaved, UnsavedFields } from '../ui/ports.ts'

/** Unsaved input, one entry per form. */
export type Forms = readonly Exclude<Unsaved, false>[]

export const isCounted = (form: Forms[number]): form is UnsavedFields => form !== true

/** The forms of these views, if each of them is kept for its author. */
export function keptForms(forms: Forms): readonly UnsavedFields[] | undefined {
  const counted = forms.filter(isCounted)
  return counted.length === forms.length && counted.every(({ isKept }) => isKept) ? counted : undefined
}

/** Number of unsaved fields. */
export const fieldsIn = (forms: Forms) => forms.filter(isCounted).reduce((sum, { fields }) => sum + fields, 0)
