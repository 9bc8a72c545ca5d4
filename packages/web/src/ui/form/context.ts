import type { FieldError } from '@xinchu/sdk'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { SlotState } from '../../lib/edits/slot.ts'
import type { FormState, FormStore } from './store.ts'
import type { FormValues } from './values.ts'

/** A form as seen by its parts. */
export interface FormApi {
  store: FormStore
  /** Validates all or these fields, for a draft or a submission, and focuses the first error. @returns whether it may be sent */
  validate(stage: 'draft' | 'submit', names?: readonly string[]): boolean
  /** Shows the server's field errors and focuses the first. @returns false if the error names no field */
  takeError(error: unknown): boolean
  /** Shows the fields that the server refused and focuses the first. */
  refuse(errors: readonly FieldError[]): void
  /** Marks the input as saved: deletes what is kept of it and disables the leave guard. */
  saved(): void
  /** Leaves the form without its input, which can be had back for a while. */
  discarded(): void
  focus(field: string): void
  /** Attaches the form to its element. Called by Form. */
  attach(element: HTMLFormElement | null): void
}

/** Input of an earlier visit that can be restored. */
export interface Offer {
  key: string
  at: number
  /** The record has changed since. */
  isStale: boolean
  values: FormValues
  /** Restores it. What was typed meanwhile becomes an offer itself. */
  take(): void
  drop(): void
}

/** Input that a new record restored by itself. */
export interface Restored {
  at: number
  names: readonly string[]
  /** Sets it aside as an offer. */
  undo(): void
}

/** Fields that another window or device of the author changed to other values. */
export interface Clash {
  names: readonly string[]
  choose(which: 'mine' | 'theirs'): void
}

/** What became of a new record's input in another window or device. */
export interface Made {
  /** Values of the record that it made there; undefined if that is gone. */
  values: FormValues | undefined
}

/** The unsaved input of a form, and where it is kept. */
export interface Kept {
  /** The latest first. */
  offers: readonly Offer[]
  restored: Restored | undefined
  clash: Clash | undefined
  made: Made | undefined
  /** What has all of the input. */
  keptIn: SlotState['keptIn']
  keptAt: number
  failure: SlotState['failure']
}

/** A form as seen by the screen that creates it. */
export interface RecordForm extends FormApi, Kept {
  /** Stable part of the form, passed to fields by context. */
  api: FormApi
  /** Marks these values as saved, as `saved` does, and keeps input typed since they were sent. */
  kept(sent: FormValues): void
  /** The input that a new record comes from; undefined until earlier input was looked for. */
  slot(): string | undefined
  /** The input has made a record before, which has these values: the next save changes it. Undefined if it is gone. */
  goOn(values: FormValues | undefined): void
}

/** A form that `Form` can show: a core form, or the stable part of a record's form. */
export type FormHandle = FormApi | RecordForm

export const FormContext = createContext<FormApi | undefined>(undefined)

/** @throws Error outside a Form */
export function useForm(): FormApi {
  const form = useContext(FormContext)
  if (!form) throw new Error('fields stand inside a Form')
  return form
}

/** A slice of a form's state. Must be stable, because the component renders again only when it changes. */
export function useFormSlice<Slice>(read: (state: FormState) => Slice, own?: FormApi): Slice {
  const context = useContext(FormContext)
  const form = own ?? context
  if (!form) throw new Error('fields stand inside a Form')
  const readNow = () => read(form.store.state())
  return useSyncExternalStore(form.store.subscribe, readNow, readNow)
}
