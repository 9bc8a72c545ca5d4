import type { ValidateFunction } from 'ajv/dist/2020.js'
import { badRequest } from '../errors.ts'
import { MOST_PROBLEMS } from './bounded-ajv.ts'
import { captions } from './captions.ts'
import { problemsOf } from './messages.ts'

/** Refuses with 400 and the problems found, of which there are at most 20; the first is the message. */
export function assertValid(validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return
  const problems = problemsOf(validate.errors ?? [])
  const first = problems[0]
  const caption = first && captions.get(first.field.split('.').at(-1) ?? '')
  const message = first
    ? caption && !first.message.startsWith('不支持')
      ? `${caption}：${first.message}`
      : first.message
    : '请求内容不正确'
  throw badRequest(message, problems.slice(0, MOST_PROBLEMS))
}
