import { type FieldProblem, HttpError, STALE } from '../../errors.ts'
import { aloneRefused, type ItemProblem, ItemRefusal } from './problem.ts'

/** A value with the place of its item in the request, from 0. */
export interface Placed<T> {
  place: number
  value: T
}

/** Takes an item's refusal. Throws where the first one refuses the whole request. */
export type Refuse = (place: number, error: unknown) => void

/** Refuses the whole request with the first refusal. */
export const refuseAll: Refuse = (_place, error) => {
  throw error instanceof ItemRefusal ? aloneRefused(error) : error
}

/** The problems of an item that is refused. @throws whatever is no refusal */
function problemsOf(error: unknown): readonly ItemProblem[] {
  if (error instanceof ItemRefusal) return error.problems
  if (!(error instanceof HttpError)) throw error
  const { status, message, code, errors } = error
  if (errors) return errors.map((problem) => ({ status, ...problem }))
  const field = code === STALE.code ? 'version' : 'status'
  return [{ status, field, message, ...(code ? { code } : {}) }]
}

/** The reason why a record of a batch was not handled, with the fields concerned. @throws whatever is no refusal */
export function failureOf(error: unknown): { code?: string; message: string; errors?: FieldProblem[] } {
  const refusal = error instanceof ItemRefusal ? aloneRefused(error) : error
  if (!(refusal instanceof HttpError)) throw error
  const named = error instanceof ItemRefusal ? (error.fields ?? refusal.errors) : refusal.errors
  // The state and the version are no fields of a form.
  const errors = named?.filter(({ field }) => field !== 'status' && field !== 'version') ?? []
  const { code, message } = refusal
  return { ...(code ? { code } : {}), message, ...(errors.length > 0 ? { errors } : {}) }
}

/** A refused item: its place in the request, and why. */
export type Refused = ItemProblem & { place: number }

/** Collects the refusals of items that are handled one by one. */
export function collecting(): { refuse: Refuse; refused: Refused[] } {
  const refused: Refused[] = []
  return {
    refused,
    refuse: (place, error) => refused.push(...problemsOf(error).map((problem) => ({ ...problem, place }))),
  }
}

/** The results of items that pass. The others are refused. */
export async function passing<In, Out>(
  items: readonly Placed<In>[],
  refuse: Refuse,
  handle: (value: In) => Out | Promise<Out>,
): Promise<Placed<Out>[]> {
  const passed: Placed<Out>[] = []
  for (const { place, value } of items) {
    try {
      passed.push({ place, value: await handle(value) })
    } catch (error) {
      refuse(place, error)
    }
  }
  return passed
}
