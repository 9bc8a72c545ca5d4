import { call, type Fault, instead, restated } from './fault.ts'
import { answerOf, jsonOf, type Request, type Values, type Wrong, withJson } from './faulty-server.ts'

const login = call('POST /auth/login')
const refresh = call('POST /auth/refresh')
const logout = call('DELETE /auth/logout')
const info = call('GET /auth/info')
const LOG_OUT = { method: 'DELETE', path: '/auth/logout' }

const tokenOf = ({ headers }: Request) => String(headers.authorization ?? '').replace(/^Bearer /, '')
const codeOf = ({ query }: Request) => query.get('code') ?? ''
const text = (body: Values, name: string) => String(body[name] ?? '')
const bare = (body: Values) => text(body, 'token').replace(/^Bearer /, '')

/** Remembers each reply to a log-in or refresh by its refresh token. */
function remembering(wrong: (sets: Map<string, Values>) => Wrong): () => Wrong {
  return () => {
    const sets = new Map<string, Values>()
    const inner = wrong(sets)
    return async (request, next) => {
      const reply = await inner(request, next)
      if (reply.status === 200 && (login(request) || refresh(request))) {
        const body = jsonOf(reply)
        sets.set(text(body, 'refreshToken'), body)
      }
      return reply
    }
  }
}

/** The random number is the same after each refresh; the layer translates. */
function sameNumber(): Wrong {
  const real = new Map<string, string>()
  return async (request, next) => {
    if (!refresh(request)) return next()
    const known = real.get(`${tokenOf(request)} ${codeOf(request)}`)
    const query = new URLSearchParams(request.query)
    if (known !== undefined) query.set('code', known)
    const reply = await next({ query })
    if (reply.status !== 200) return reply
    const body = jsonOf(reply)
    real.set(`${text(body, 'refreshToken')} ${codeOf(request)}`, text(body, 'randomNumber'))
    return withJson(reply, { ...body, randomNumber: codeOf(request) })
  }
}

/** Pairs that were used are taken again; `isLate` tells those before the last from the last one. */
function usedPairs(act: (isKnown: boolean) => 'accept' | 'refuse' | 'swallow' | undefined): () => Wrong {
  return () => {
    const used = new Map<string, Values>()
    return async (request, next) => {
      if (!refresh(request)) return next()
      const pair = `${tokenOf(request)} ${codeOf(request)}`
      const first = used.get(pair)
      const deed = act(first !== undefined)
      const refused = { status: 401, timestamp: '2026-03-01 09:30:00', message: '登录过期，请重新登录' }
      if (first && deed === 'swallow') {
        // The previous pair still works; an older one is refused and nothing else happens.
        const isPrevious = [...used.keys()].at(-1) === pair
        return isPrevious ? next() : answerOf(request, 401, refused)
      }
      const reply = await next()
      if (first && deed === 'accept' && reply.status === 401) return answerOf(request, 200, first)
      if (first && deed === 'refuse' && reply.status === 200) return answerOf(request, 401, refused)
      if (reply.status === 200) used.set(pair, jsonOf(reply))
      return reply
    }
  }
}

/** A log-out that ends more than its own session. */
function endsAll(): Wrong {
  const live = new Set<string>()
  const dead = new Set<string>()
  return async (request, next) => {
    if (info(request) && dead.has(tokenOf(request)))
      return answerOf(request, 401, { status: 401, timestamp: '2026-03-01 09:30:00', message: '登录过期' })
    const reply = await next()
    if (login(request) && reply.status === 200) live.add(bare(jsonOf(reply)))
    if (logout(request)) for (const token of live) dead.add(token)
    return reply
  }
}

export const sessionFaults: readonly Fault[] = [
  { what: 'a refresh keeps the random number', fails: ['session.refresh'], make: sameNumber },
  { what: 'old refresh tokens stay good', fails: ['session.reuse'], make: usedPairs(() => 'accept') },
  {
    what: 'a repeated refresh is refused at once',
    fails: ['session.grace'],
    make: usedPairs((isKnown) => (isKnown ? 'refuse' : undefined)),
  },
  {
    what: 'a stolen token does not end the session',
    fails: ['session.reuse'],
    make: usedPairs(() => 'swallow'),
  },
  {
    what: 'the random number is not compared',
    fails: ['session.random-number', 'session.previous-random-number'],
    make: remembering((sets) => (request, next) => {
      const known = sets.get(tokenOf(request))
      if (!refresh(request) || !known || codeOf(request) === '') return next()
      return next({ query: new URLSearchParams({ code: text(known, 'randomNumber') }) })
    }),
  },
  {
    what: 'one wrong random number ends the session',
    fails: ['session.random-number'],
    make: remembering((sets) => async (request, next) => {
      const reply = await next()
      const known = sets.get(tokenOf(request))
      if (refresh(request) && reply.status === 401 && known)
        await next({
          ...LOG_OUT,
          query: new URLSearchParams(),
          headers: { authorization: text(known, 'token') },
        })
      return reply
    }),
  },
  {
    what: 'a refresh without random number is a failure of the session',
    fails: ['session.random-number-needed'],
    make: restated((request) => refresh(request) && codeOf(request) === '', 400, 401),
  },
  {
    what: 'a refresh token opens calls',
    fails: ['session.kinds'],
    make: remembering((sets) => (request, next) => {
      const known = info(request) ? sets.get(tokenOf(request)) : undefined
      return next(
        known ? { headers: { ...request.headers, authorization: text(known, 'token') } } : undefined,
      )
    }),
  },
  {
    what: 'a log-out ends nothing',
    fails: ['session.logout', 'session.logout-refresh'],
    make: instead(logout, 204),
  },
  {
    what: 'a log-out leaves the refresh token alive',
    fails: ['session.logout-refresh'],
    make: remembering((sets) => {
      const gone = new Set<string>()
      return async (request, next) => {
        if (logout(request)) gone.add(tokenOf(request))
        const known = refresh(request) ? sets.get(tokenOf(request)) : undefined
        const reply = await next()
        return known && gone.has(bare(known)) && reply.status === 401 ? answerOf(request, 200, known) : reply
      }
    }),
  },
  {
    what: 'a log-out without session is refused',
    fails: ['session.logout-again'],
    make: () => async (request, next) =>
      logout(request) && tokenOf(request).startsWith('0123456789')
        ? answerOf(request, 401, { status: 401, timestamp: '2026-03-01 09:30:00', message: '未登录' })
        : next(),
  },
  { what: 'a log-out ends all sessions of the account', fails: ['session.others-stay'], make: endsAll },
]
