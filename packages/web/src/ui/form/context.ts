import type { FieldError } from '@xinchu/sdk'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { FormState, FormStore } from './store.ts'

/** A form as its parts see it. */
export interface FormApi {
  store: FormStore
  /** Checks everything, or these fields, as for a draft or a submission; focuses the first error. @returns whether it may be sent */
  validate(stage: 'draft' | 'submit', names?: readonly string[]): boolean
  /** Puts the server's field errors at their fields and leads to the first. @returns false when the error names no field */
  takeError(error: unknown): boolean
  /** Marks the fields that the server refused and leads to the first. */
  refuse(errors: readonly FieldError[]): void
  /** What is typed is stored now: no draft is kept, and leaving loses nothing. */
  saved(): void
  focus(field: string): void
  /** Ties the form to its element; Form does that. */
  attach(element: HTMLFormElement | null): void
}

/** A form as the screen that makes it sees it. */
export interface RecordForm extends FormApi {
  /** The part that stays the same for the life of the form; fields get it by context. */
  api: FormApi
  /** A draft that may be taken up again. */
  offer: { at: number; isStale: boolean; take(): void; drop(): void } | undefined
  /** When the draft was last kept, ms; undefined while nothing is unsaved. */
  keptAt: number | undefined
}

/** A form that `Form` can show: a core form, or the stable part of a record's form. */
export type FormHandle = FormApi | RecordForm

export const FormContext = createContext<FormApi | undefined>(undefined)

/** @throws Error outside of a Form */
export function useForm(): FormApi {
  const form = useContext(FormContext)
  if (!form) throw new Error('fields stand inside a Form')
  return form
}

/** A slice of a form's state; the component is drawn again only when the slice changes, so it must be the same while nothing changed. */
export function useFormSlice<Slice>(read: (state: FormState) => Slice, own?: FormApi): Slice {
  const context = useContext(FormContext)
  const form = own ?? context
  if (!form) throw new Error('fields stand inside a Form')
  const readNow = () => read(form.store.state())
  return useSyncExternalStore(form.store.subscribe, readNow, readNow)
}
