import { isXinchuError } from '@xinchu/sdk'
import { useRef } from 'react'
import type { FormApi } from '../../../ui/form/context.ts'
import { textAt } from '../../../ui/form/values.ts'

/** Whether a call was refused because its ticket is used or expired. */
export const isTicketRefused = (error: unknown): boolean =>
  isXinchuError(error) && error.errors.some(({ field }) => field === 'ticket')

/**
 * Calls with the ticket of a telephone number. Keeps the ticket until a call succeeds or its refusal names the ticket: a
 * code opens only one, and other refusals do not use it up.
 * @param open exchanges the code of the form for a ticket
 */
export function useTicket({ store }: FormApi, open: () => Promise<string>) {
  const kept = useRef<{ ticket: string; proof: string }>(undefined)
  return async <T>(call: (ticket: string) => Promise<T>): Promise<T> => {
    const { values } = store.state()
    const proof = `${textAt(values, 'phone')} ${textAt(values, 'smsCode')}`
    const current = kept.current?.proof === proof ? kept.current : { ticket: await open(), proof }
    kept.current = current
    try {
      const result = await call(current.ticket)
      kept.current = undefined
      return result
    } catch (error) {
      if (isTicketRefused(error)) {
        kept.current = undefined
        store.set({ smsCode: '' })
      }
      throw error
    }
  }
}
