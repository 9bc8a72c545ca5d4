import type { OperationId } from '../contract.ts'
import { contract } from '../contract.ts'
import { Refusal, refuse } from '../reply.ts'
import type { Caller } from './accounts.ts'

const OTHER = '同一幂等键不能用于不同的内容'

/** A text that two bodies share only if they say the same. */
async function digestOf(body: unknown): Promise<string> {
  if (!(body instanceof FormData)) return JSON.stringify(body)
  const parts = [...body].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : [value.name, await value.text()],
  ])
  return JSON.stringify(await Promise.all(parts))
}

interface First {
  digest: string
  /** Undefined while the first call runs. */
  answer?: unknown
}

/** The first replies of calls with an idempotency key. Failed calls leave their key free. */
export class Replies {
  readonly #firsts = new Map<string, First>()

  /** Answers a call once: the same key and body get the first reply, another body is refused. */
  async once(
    { id, key, caller, body }: { id: OperationId; key: string; caller: Caller | undefined; body: unknown },
    work: () => unknown,
  ): Promise<unknown> {
    const place = JSON.stringify([caller?.id, id, key])
    const digest = await digestOf(body)
    const first = this.#firsts.get(place)
    if (first && first.digest !== digest)
      return refuse(422, OTHER, { code: 'W-022', errors: [{ field: 'Idempotency-Key', message: OTHER }] })
    if (first)
      return 'answer' in first
        ? first.answer
        : refuse(409, '相同的请求正在处理，请稍后查看结果', { code: 'W-039' })
    this.#firsts.set(place, { digest })
    const answer = await Promise.resolve(work()).catch((error: unknown) => {
      this.#firsts.delete(place)
      throw error
    })
    if (answer instanceof Refusal) this.#firsts.delete(place)
    else this.#firsts.set(place, { digest, answer })
    return answer
  }
}

const MADE = '这份填写已在另一窗口或设备保存为记录'

function made(record: unknown): Refusal {
  const value = JSON.stringify(Object(record).id ?? Object(record).user?.id)
  return refuse(409, MADE, { code: 'W-022', errors: [{ field: 'Unsaved-Slot', value, message: MADE }] })
}

/** The records that were made from unsaved input. */
export class Slots {
  readonly #made = new Map<string, unknown>()

  /** Makes one record from a slot. Refuses a second one with the id of the first. */
  async once(
    { id, slot, caller }: { id: OperationId; slot: string | null; caller: Caller | undefined },
    work: () => unknown,
  ): Promise<unknown> {
    if (slot === null || !contract.operation(id).takesSlot) return work()
    const place = JSON.stringify([caller?.id, id, slot])
    if (this.#made.has(place)) return made(this.#made.get(place))
    const answer = await work()
    if (!(answer instanceof Refusal)) this.#made.set(place, answer)
    return answer
  }
}
