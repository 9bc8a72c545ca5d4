import { codes } from '@xinchu/validators'
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

/** Longest value that a message names. */
const LONGEST = 40

/** The value at a path. */
const valueAt = (given: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
    given,
  )

/** Names the value of a parameter that is none of a closed list: the address has it, and no form shows it. */
function naming(problem: FieldProblem, given: unknown): FieldProblem {
  const value = problem.code === codes.choice ? valueAt(given, problem.field.split('.')) : undefined
  if (typeof value !== 'string') return problem
  const shown = [...value].slice(0, LONGEST).join('')
  return { ...problem, value: shown, message: `没有“${shown}”，${problem.message}` }
}

/** {@link assertValid} for parameters, which names unknown values. */
export function assertParameters(validate: Check, given: unknown, schema: JsonSchema): void {
  if (validate(given)) return
  const problems = problemsOf(validate.errors ?? []).slice(0, MOST_PROBLEMS)
  throw refusal(
    problems.map((each) => naming(each, given)),
    schema,
  )
}

/** Creates a 400 refusal with up to 20 problems. The first is the message. */
export function assertValid(validate: Check, value: unknown, schema: JsonSchema): void {
  if (!validate(value)) throw refusal(problemsOf(validate.errors ?? []).slice(0, MOST_PROBLEMS), schema)
}
