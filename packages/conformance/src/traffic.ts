import { type Contract, JSON_TYPE, pointerOf, replyAt } from '@xinchu/sdk/operations'
import type { ProblemKind } from './problem.ts'
import { type Judge as JudgeValue, judgeBy } from './schema.ts'
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
const ERROR = pointerOf('components', 'schemas', 'Error')
const OF_JSON = pointerOf('content', JSON_TYPE, 'schema').slice(1)
const CHINESE = /\p{Script=Han}/u

const looksLikeError = (body: unknown): boolean =>
  Number(field(body, 'status')) >= 400 && typeof field(body, 'message') === 'string'

/** Judges every reply of a run by what the contract says of all of them. Keeps the first deviations of each kind. */
class Judge {
  readonly #judge: JudgeValue
  readonly #kept = new Map<Aspect, Map<string, Deviation>>()

  constructor(contract: Contract) {
    this.#judge = judgeBy(contract.document)
  }

  note(answer: Answer): void {
    const { operation, status } = answer
    if (answer.headers.get('x-request-id') !== answer.requestId)
      this.#tell('requestId', answer, `X-Request-Id 应为 ${answer.requestId}`)
    const isListed = !operation || operation.statuses.has(status)
    // A refusal with another status than expected is told by the check that expected it.
    if (!isListed) this.#tell('status', answer, `约定中没有状态 ${status}`)
    if (status >= 400) this.#judgeRefusal(answer)
    else if (isListed && status >= 200 && status < 300) this.#judgeSuccess(answer)
  }

  found(aspect: Aspect): readonly Deviation[] {
    return [...(this.#kept.get(aspect)?.values() ?? [])]
  }

  #tell(aspect: Aspect, answer: Answer, message: string, about = ''): void {
    const own = this.#kept.get(aspect) ?? new Map<string, Deviation>()
    this.#kept.set(aspect, own)
    const key = `${answer.operation?.id ?? answer.path} ${about.replace(/\[\d+\]/g, '[]')}`
    if (own.size < MOST && !own.has(key)) own.set(key, deviationOf(answer, message))
  }

  #judgeBody(answer: Answer, aspectOf: (kind: ProblemKind) => Aspect, pointer = ERROR): void {
    for (const { path, kind, message } of this.#judge(pointer, answer.json))
      this.#tell(aspectOf(kind), answer, path === '' ? message : `${path}：${message}`, path)
  }

  #judgeRefusal(answer: Answer): void {
    if (answer.method === 'HEAD') return
    const { json, status } = answer
    if (!answer.isJson || json === undefined) {
      this.#tell('errorShape', answer, '出错时正文应为 JSON')
      return
    }
    this.#judgeBody(answer, () => 'errorShape')
    const told = field(json, 'status')
    if (typeof told === 'number' && told !== status)
      this.#tell('errorStatus', answer, `正文的 status 为 ${told}`)
    const message = field(json, 'message')
    // The specification has one message in English, and its operations say so.
    const isStated = (text: string) => answer.operation?.description.includes(text)
    if (typeof message === 'string' && !CHINESE.test(message) && !isStated(message))
      this.#tell('errorMessage', answer, 'message 应为可直接展示的中文')
    if ((status === 429 || status === 503) && !answer.headers.get('retry-after'))
      this.#tell('retryAfter', answer, '没有 Retry-After')
  }

  #judgeSuccess(answer: Answer): void {
    const { operation, json, status } = answer
    if (looksLikeError(json)) {
      this.#tell('successIsNoError', answer, `正文是错误信息，状态却为 ${status}`)
      return
    }
    if (!operation) return
    const { content = {}, pointer } = replyAt(operation, status) ?? {}
    const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
    const known = Object.keys(content)
    if (known.length === 0) return
    if (!known.includes(type))
      this.#tell('contentType', answer, `内容类型应为 ${known.join(' 或 ')}，实为 ${type || '空'}`)
    else if (type === JSON_TYPE && json === undefined)
      this.#tell('contentType', answer, '正文不是有效的 JSON')
    else if (type === JSON_TYPE) this.#judgeBody(answer, (kind) => kind, pointer + OF_JSON)
  }
}

export function trafficOf(contract: Contract): Traffic {
  const judge = new Judge(contract)
  return { note: (answer) => judge.note(answer), found: (aspect) => judge.found(aspect) }
}
