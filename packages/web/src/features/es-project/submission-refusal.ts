import type { FieldError } from '@xinchu/sdk'
import { useEffect } from 'react'
import type { FormApi } from '../../ui/form/context.ts'

const pending = new Map<number, readonly FieldError[]>()

/** Keeps the server's errors of a new project until the form of the stored record opens. */
export const handOver = (id: number, errors: readonly FieldError[]): void => void pending.set(id, errors)

/** Shows the errors that {@link handOver} kept for this project. */
export function useHandedOver(form: FormApi, id: number | undefined): void {
  useEffect(() => {
    const errors = id === undefined ? undefined : pending.get(id)
    if (id === undefined || !errors) return
    pending.delete(id)
    form.refuse(errors)
  }, [form, id])
}
