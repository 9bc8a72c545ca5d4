import { call, type Fault, request } from './fault.ts'
import { answerOf, jsonOf, type Request, type Values, type Wrong } from './faulty-server.ts'

const create = call('POST /api/esProject')

const KEY = 'idempotency-key'
const keyOf = ({ headers }: Request) => String(headers[KEY] ?? '')
const isKeyed = (asked: Request) => create(asked) && keyOf(asked) !== ''
const unkeyed = ({ headers }: Request): Partial<Request> => {
  const { [KEY]: _gone, ...rest } = headers
  return { headers: rest }
}

/** Answers a later request with the same key by what the first one got, if `does` says so. */
const replays =
  (does: (status: number) => boolean): (() => Wrong) =>
  () => {
    const first = new Map<string, Values>()
    return async (asked, next) => {
      const given = await next()
      if (!isKeyed(asked)) return given
      const known = first.get(keyOf(asked))
      if (known && does(given.status)) return answerOf(asked, 201, known)
      if (given.status === 201 && !known) first.set(keyOf(asked), jsonOf(given))
      return given
    }
  }

export const idempotencyFaults: readonly Fault[] = [
  {
    what: 'keys are ignored',
    fails: ['same', 'other-body', 'at-once', 'key-form'].map((name) => `idempotency.${name}`),
    make: request(isKeyed, unkeyed),
  },
  {
    what: 'another body gets the first reply',
    fails: ['idempotency.other-body'],
    make: replays((status) => status === 422),
  },
  {
    what: 'a key of another account gets its record',
    fails: ['idempotency.per-user'],
    make: replays((status) => status === 201),
  },
  {
    what: 'keys are looked at after the call only',
    fails: ['idempotency.at-once'],
    make: () => {
      const running = new Set<string>()
      return async (asked, next) => {
        if (!isKeyed(asked)) return next()
        const key = keyOf(asked)
        if (running.has(key)) return next(unkeyed(asked))
        running.add(key)
        return next().finally(() => running.delete(key))
      }
    },
  },
  {
    what: 'a refused call uses up its key',
    fails: ['idempotency.refused'],
    make: () => {
      const refused = new Set<string>()
      return async (asked, next) => {
        if (isKeyed(asked) && refused.has(keyOf(asked)))
          return answerOf(asked, 409, {
            status: 409,
            timestamp: '2026-03-01 09:30:00',
            code: 'W-022',
            message: '幂等键已使用',
          })
        const given = await next()
        if (isKeyed(asked) && given.status === 400) refused.add(keyOf(asked))
        return given
      }
    },
  },
  {
    what: 'short keys are taken',
    fails: ['idempotency.key-form'],
    make: request((asked) => isKeyed(asked) && keyOf(asked) === 'short', unkeyed),
  },
]
