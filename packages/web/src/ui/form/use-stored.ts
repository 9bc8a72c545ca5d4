import { type CallOptions, isXinchuError } from '@xinchu/sdk'
import { useState } from 'react'
import type { RecordForm } from './context.ts'
import { madeIdOf } from './made.ts'
import { draftOf, type FormValues, isSame, valuesOf } from './values.ts'

interface Reading<Stored> {
  form: RecordForm
  /** The record to edit; a new one if absent. */
  given: Stored | undefined
  /** Reads the record that another window or device has made. Null, or a 404, if it is gone. */
  read: (id: number) => Promise<Stored | null>
  /** Its values in the form. */
  valuesOf: (stored: Stored) => FormValues
}

/** A creation names its input; a change names its record. */
type Send<Stored, Saved> = (
  stored: Stored | undefined,
  call: Pick<CallOptions, 'idempotencyKey' | 'unsavedSlot'>,
) => Promise<Saved>

const unlessGone = (error: unknown): null => {
  if (isXinchuError(error) && error.kind === 'not-found') return null
  throw error
}

/** Whether the record has everything that is in the form, however it was written. */
function hasAll({ store }: RecordForm, values: FormValues): boolean {
  const { specs, rows = {} } = store.options
  const asStored = (of: FormValues) => valuesOf(specs, draftOf(specs, of, rows), rows)
  return isSame(specs, asStored(store.state().values), asStored(values))
}

/**
 * The record that a form saves to. A creation from input that has made a record before, such as in another window or where
 * the reply was lost, goes on as a change of that record.
 */
export function useStored<Stored>({ form, given, read, valuesOf: valuesIn }: Reading<Stored>) {
  const [stored, setStored] = useState(given)

  /**
   * Saves the form.
   * @param isDone whether the record that was found needs no further call, once it has the form's values
   * @returns the reply, or the record that was found
   * @throws XinchuError also where the record that was found differs: its author looks before it is changed
   */
  async function save<Saved>(
    send: Send<Stored, Saved>,
    isDone: (found: Stored) => boolean = () => true,
  ): Promise<Saved | Stored> {
    if (stored) return send(stored, {})
    try {
      return await send(undefined, { idempotencyKey: true, unsavedSlot: form.slot() })
    } catch (error) {
      const id = madeIdOf(error)
      if (id === undefined) throw error
      const found = await read(id).catch(unlessGone)
      const values = found ? valuesIn(found) : undefined
      if (found) setStored(found)
      if (found && values && hasAll(form, values)) return isDone(found) ? found : send(found, {})
      form.goOn(values)
      throw error
    }
  }
  return { stored, setStored, save }
}
