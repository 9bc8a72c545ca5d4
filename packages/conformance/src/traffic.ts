import { type Contract, JSON_TYPE } from './contract.ts'
import type { ProblemKind } from './schema.ts'
import type { Deviation } from './types.ts'
import { field } from './values.ts'
import { type Answer, deviationOf } from './wire.ts'

/** Aspects of each reply, each judged by a check of its own. */
export type Aspect =
  | ProblemKind
  | 'status'
  | 'contentType'
  | 'errorShape'
  | 'errorStatus'
  | 'errorMessage'
  | 'successIsNoError'
  | 'requestId'
  | 'retryAfter'

export interface Traffic {
  note(answer: Answer): void
  found(aspect: Aspect): readonly Deviation[]
}

// The first ones tell enough; each operation and path is told once.
const MOST = 10
const CHINESE = /\p{Script=Han}/u

const looksLikeError = (body: unknown): boolean =>
  Number(field(body, 'status')) >= 400 && typeof field(body, 'message') === 'string'

/** Judges every reply of a run by what the contract says of all of them. Keeps the first deviations of each kind. */
export function trafficOf(contract: Contract): Traffic {
  const kept = new Map<Aspect, Map<string, Deviation>>()

  function tell(aspect: Aspect, answer: Answer, message: string, about = ''): void {
    const own = kept.get(aspect) ?? new Map<string, Deviation>()
    kept.set(aspect, own)
    const key = `${answer.operation?.id ?? answer.path} ${about.replace(/\[\d+\]/g, '[]')}`
    if (own.size < MOST && !own.has(key)) own.set(key, deviationOf(answer, message))
  }

  function judgeBody(
    answer: Answer,
    aspectOf: (kind: ProblemKind) => Aspect,
    schema = contract.errorSchema,
  ): void {
    for (const { path, kind, message } of contract.judge(schema, answer.json))
      tell(aspectOf(kind), answer, path === '' ? message : `${path}：${message}`, path)
  }

  function judgeRefusal(answer: Answer): void {
    if (answer.method === 'HEAD') return
    if (!answer.isJson || answer.json === undefined) {
      tell('errorShape', answer, '出错时正文应为 JSON')
      return
    }
    judgeBody(answer, () => 'errorShape')
    const { json, status } = answer
    const told = field(json, 'status')
    if (typeof told === 'number' && told !== status) tell('errorStatus', answer, `正文的 status 为 ${told}`)
    const message = field(json, 'message')
    // The specification has one message in English, and its operations say so.
    const isStated = (text: string) => answer.operation?.description.includes(text)
    if (typeof message === 'string' && !CHINESE.test(message) && !isStated(message))
      tell('errorMessage', answer, 'message 应为可直接展示的中文')
    if ((status === 429 || status === 503) && !answer.headers.get('retry-after'))
      tell('retryAfter', answer, '没有 Retry-After')
  }

  function judgeSuccess(answer: Answer): void {
    const { operation, json, status } = answer
    if (looksLikeError(json)) {
      tell('successIsNoError', answer, `正文是错误信息，状态却为 ${status}`)
      return
    }
    if (!operation) return
    const content = operation.contentOf(status)
    const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
    const known = Object.keys(content)
    if (known.length === 0) return
    if (!known.includes(type))
      tell('contentType', answer, `内容类型应为 ${known.join(' 或 ')}，实为 ${type || '空'}`)
    else if (type === JSON_TYPE && json === undefined) tell('contentType', answer, '正文不是有效的 JSON')
    else if (type === JSON_TYPE) judgeBody(answer, (kind) => kind, content[JSON_TYPE]?.schema)
  }

  return {
    note(answer) {
      const { operation, status } = answer
      if (answer.headers.get('x-request-id') !== answer.requestId)
        tell('requestId', answer, `X-Request-Id 应为 ${answer.requestId}`)
      const isListed = !operation || operation.statuses.has(status)
      // A refusal with another status than expected is told by the check that expected it.
      if (!isListed) tell('status', answer, `约定中没有状态 ${status}`)
      if (status >= 400) judgeRefusal(answer)
      else if (isListed && status >= 200 && status < 300) judgeSuccess(answer)
    },
    found: (aspect) => [...(kept.get(aspect)?.values() ?? [])],
  }
}
