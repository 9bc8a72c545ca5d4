import { accepts, call, type Fault, instead, restated, success } from './fault.ts'
import type { Values } from './faulty-server.ts'

const forged = 'Bearer 0123456789abcdef0123456789abcdef'
const document = call('GET /openapi.json')

export const basicFaults: readonly Fault[] = [
  {
    what: 'its document lacks a path',
    fails: ['basic.document'],
    make: success(document, ({ paths, ...rest }) => {
      const { '/api/esProject/{id}': _one, ...others } = paths as Values // of the document
      return { ...rest, paths: others }
    }),
  },
  {
    what: 'its document is of another version',
    fails: ['basic.version'],
    make: success(document, (body) => ({ ...body, info: { ...(body['info'] as Values), version: '9.0.0' } })), // of the document
  },
  {
    what: 'an open call needs a session',
    fails: ['basic.open'],
    operations: ['listOwners', 'getPlatform'],
    make: instead(call('GET /api/ownerDict'), 401, {
      status: 401,
      timestamp: '2026-03-01 09:30:00',
      message: '请登录',
    }),
  },
  {
    what: 'a closed call answers without a session',
    fails: ['basic.token-needed'],
    make: () => (request, next) =>
      call('GET /api/menus/build')(request) && !request.headers.authorization
        ? instead(() => true, 200, [])()(request, next)
        : next(),
  },
  {
    what: 'any token is taken',
    fails: ['basic.forged-token'],
    make: accepts(
      ({ headers }) => headers.authorization === forged,
      401,
      200,
      () => ({}),
    ),
  },
  {
    what: 'a wrong password is answered with 401',
    fails: ['basic.wrong-password'],
    make: restated(call('POST /auth/login'), 400, 401),
  },
  {
    what: 'a log-in lacks the random number',
    fails: ['basic.login'],
    only: ['basic.health', 'basic.login'],
    make: success(call('POST /auth/login'), ({ randomNumber: _gone, ...rest }) => rest),
  },
  {
    what: 'who may not call gets an empty list',
    fails: ['basic.rights'],
    make: accepts(
      ({ method }) => method === 'GET',
      403,
      200,
      () => [],
    ),
  },
  {
    what: 'its rule book is empty',
    fails: ['basic.rule-book'],
    make: instead(call('GET /api/rules'), 200, []),
  },
]
