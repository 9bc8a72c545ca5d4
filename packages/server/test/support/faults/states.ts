import { accepts, bodyHas, both, call, type Fault, instead, reply, success } from './fault.ts'
import { answerOf, jsonOf, type Values, type Wrong, withJson } from './faulty-server.ts'
import { done, saved } from './saved.ts'

const create = call('POST /api/esProject')
const update = call('PUT /api/esProject')
const removal = call('DELETE /api/esProject')
const get = call('GET /api/esProject/{id}')
const step = call('POST /api/esProject/submitProject')

/** Steps whose first failure is like this one are told to have been done. */
const skips =
  (isLike: (failure: Values) => boolean): (() => Wrong) =>
  () =>
  async (asked, next) => {
    const given = await next()
    if (!step(asked) || given.status !== 200) return given
    const [failure] = jsonOf(given)['failed'] as Values[] // of the reply
    return failure && isLike(failure) ? answerOf(asked, 200, done(asked)) : given
  }

/** Answers a refused update with success: the second one only, which the reviewer makes. */
const reviewersUpdate = (): Wrong => {
  let refused = 0
  return async (asked, next) => {
    const given = await next()
    if (!update(asked) || given.status < 400) return given
    refused += 1
    return refused === 2 ? answerOf(asked, 200, saved(asked)) : given
  }
}

/** Saves with whatever version there is. */
const anyVersion = (): Wrong => async (asked, next) => {
  if (!update(asked)) return next()
  const body = jsonOf(asked)
  const path = `/api/esProject/${String(body['id'])}`
  const now = jsonOf(await next({ method: 'GET', path, body: Buffer.alloc(0) }))
  return next({ body: Buffer.from(JSON.stringify({ ...body, version: now['version'] })) })
}

/** Records that exist, but for others, are forbidden in place of missing. */
const forbidden = (): Wrong => {
  const gone = new Set<string>()
  return async (asked, next) => {
    const given = await next()
    if (removal(asked) && given.status === 204) gone.add(asked.body.toString().slice(1, -1))
    const isThere = get(asked) && !gone.has(asked.path.split('/').at(-1) ?? '')
    return isThere && given.status === 404 ? withJson(given, { ...jsonOf(given), status: 403 }, 403) : given
  }
}

const EDITS = [
  'states.draft',
  'states.update',
  'states.stale-version',
  'states.invisible',
  'states.delete',
  'states.other-company',
]
const FLOW = [
  'states.incomplete',
  'states.submit',
  'states.submit-twice',
  'states.locked',
  'states.submitted-stays',
]
const REVIEW = [
  ...FLOW,
  'states.reviewer',
  'states.own-review',
  'states.opinion',
  'states.return',
  'states.order',
]

const edits = (what: string, fails: string, make: Fault['make']): Fault => ({
  what,
  fails: [fails],
  only: EDITS,
  make,
})
const flow = (what: string, fails: string, make: Fault['make'], only = FLOW): Fault => ({
  what,
  fails: [fails],
  only,
  make,
})

export const stateFaults: readonly Fault[] = [
  edits(
    'values are rounded',
    'states.draft',
    success(get, (body) => ({ ...body, ratedPower: Math.round(Number(body['ratedPower'])) + 1 })),
  ),
  edits(
    'the version stays',
    'states.update',
    reply(update, (given, asked) =>
      given.status === 200 ? withJson(given, { ...jsonOf(given), version: jsonOf(asked)['version'] }) : given,
    ),
  ),
  edits(
    'an update keeps what it lacks',
    'states.update',
    success(update, (body) => ({ address: '原地址', ...body })),
  ),
  edits('versions are not compared', 'states.stale-version', anyVersion),
  edits('records of others are forbidden, not missing', 'states.invisible', forbidden),
  {
    ...edits('nothing is deleted', 'states.delete', instead(removal, 204)),
    fails: ['states.invisible', 'states.delete'],
  },
  edits('companies fill in for others', 'states.other-company', accepts(create, 403, 201, saved)),
  flow(
    'incomplete projects are submitted',
    'states.incomplete',
    skips(({ errors }) => errors !== undefined),
  ),
  flow(
    'projects are submitted twice',
    'states.submit-twice',
    skips(({ code }) => code === 'W-005'),
  ),
  flow('locked projects are changed', 'states.locked', accepts(update, 409, 200, saved)),
  flow('submitted projects are deleted', 'states.submitted-stays', () => async (asked, next) => {
    const given = await next()
    return removal(asked) && given.status === 409 ? answerOf(asked, 204) : given
  }),
  flow('reviewers change projects', 'states.reviewer', reviewersUpdate, REVIEW),
  flow(
    'owners review themselves',
    'states.own-review',
    () => {
      let passes = 0
      return async (asked, next) => {
        const given = await next()
        const isPass = step(asked) && jsonOf(asked)['action'] === 'PASS'
        if (isPass) passes += 1
        // The first one is the owner's, the second one the reviewer's of a returned project.
        return isPass && passes === 1 ? answerOf(asked, 200, done(asked)) : given
      }
    },
    REVIEW,
  ),
  flow(
    'a return needs no opinion',
    'states.opinion',
    accepts(both(step, bodyHas('RETURN')), 400, 200, done),
    REVIEW,
  ),
]
