import { PartialError, type PartialFailure } from '../errors.ts'
import type { FieldError } from '../types.ts'

/** A result of a call that may refuse some of its records, or some of its rows. */
interface PartialResult {
  succeeded?: readonly unknown[]
  saved?: readonly unknown[]
  failed?: readonly (PartialFailure & { errors?: readonly FieldError[] })[]
  errors?: readonly FieldError[]
}

/**
 * Returns a result in which nothing was refused: `orThrow(await client.projects.submit({ ids, action: 'SUBMIT' }))`. What
 * succeeded stays done either way.
 * @throws PartialError with what was refused, in `failed` and, by field, in `errors`; the whole result is its `body`
 */
export function orThrow<Result extends PartialResult>(result: Result): Result {
  const { failed = [], errors = [], succeeded, saved } = result
  const refused = [...failed, ...errors]
  const [first] = refused
  if (!first) return result
  const done = (succeeded ?? saved ?? []).length
  throw new PartialError(`${done} 项成功，${refused.length} 项失败：${first.message}`, {
    code: first.code,
    errors: [...failed.flatMap((each) => each.errors ?? []), ...errors],
    body: result,
    sent: true,
    failed: refused,
  })
}
