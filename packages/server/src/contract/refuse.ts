import { type FieldProblem, type HttpError, refusedFields } from '../errors.ts'
import type { JsonSchema } from '../operations.ts'
import { MOST_PROBLEMS } from './bounded-ajv.ts'
import { captionAt, captioned } from './captions.ts'
import type { Check } from './compile.ts'
import { problemsOf } from './messages.ts'

/** Creates a 400 refusal with the first problem as its message, named by the schema's caption. */
export function refusal(problems: readonly FieldProblem[], schema: JsonSchema): HttpError {
  const [first] = problems
  if (!first) throw new Error('nothing was refused')
  const caption = captionAt(schema, first.field.split('.'))
  return refusedFields(captioned(caption, first.message).slice(0, 1000), problems)
}

/** Creates a 400 refusal with up to 20 problems. The first is the message. */
export function assertValid(validate: Check, value: unknown, schema: JsonSchema): void {
  if (!validate(value)) throw refusal(problemsOf(validate.errors ?? []).slice(0, MOST_PROBLEMS), schema)
}
