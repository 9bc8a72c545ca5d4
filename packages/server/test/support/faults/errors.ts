import { call, type Fault, instead, refusal, reply, restated, withoutHeader } from './fault.ts'
import type { Reply } from './faulty-server.ts'

const login = call('POST /auth/login')
const page = Buffer.from('<html><body>Not Found</body></html>')
const asPage = (given: Reply): Reply => ({
  ...given,
  headers: { ...given.headers, 'content-type': 'text/html' },
  body: page,
})
const unknown = call('GET /api/conf-{id}')

export const errorFaults: readonly Fault[] = [
  {
    what: 'an unknown address is answered with a page',
    fails: ['errors.shape'],
    make: reply(unknown, asPage),
  },
  {
    what: 'errors have no message',
    fails: ['errors.shape'],
    make: refusal(({ message: _gone, ...rest }) => rest),
  },
  {
    what: 'errors have no time',
    fails: ['errors.shape'],
    make: refusal(({ timestamp: _gone, ...rest }) => rest),
  },
  {
    what: 'the status of the body is another one',
    fails: ['errors.status'],
    make: refusal((body) => ({ ...body, status: 500 })),
  },
  {
    what: 'messages are in English',
    fails: ['errors.message'],
    make: refusal((body) => ({ ...body, message: 'Bad Request' })),
  },
  {
    what: 'a refusal is a success',
    fails: ['errors.no-success'],
    make: reply(call('GET /auth/info'), (given) =>
      given.status === 401 ? { ...given, status: 200 } : given,
    ),
  },
  {
    what: 'replies have no number',
    fails: ['errors.request-id'],
    make: withoutHeader(() => true, 'x-request-id'),
  },
  {
    what: 'the number of the request is not taken over',
    fails: ['errors.request-id'],
    make: reply(
      () => true,
      (given) => ({ ...given, headers: { ...given.headers, 'x-request-id': 'abc' } }),
    ),
  },
  {
    what: 'who calls too often is not told when to come again',
    fails: ['errors.retry-after'],
    make: withoutHeader(call('GET /api/verify/{code}'), 'retry-after'),
  },
  {
    what: 'a wrong method is not told the right one',
    fails: ['errors.method'],
    make: withoutHeader(call('DELETE /api/platform'), 'allow'),
  },
  {
    what: 'an unknown address is the start page',
    fails: ['errors.no-such-address'],
    make: reply(unknown, (given) => ({ ...asPage(given), status: 200 })),
  },
  { what: 'large bodies are wrong, not large', fails: ['errors.too-large'], make: restated(login, 413, 400) },
  {
    what: 'other types are wrong, not unknown',
    fails: ['errors.media-type'],
    make: restated(login, 415, 400),
  },
  {
    what: 'broken JSON is a failure of the server',
    fails: ['errors.no-json'],
    make: restated((given) => login(given) && given.body.toString() === '{"username":', 400, 500),
  },
  {
    what: 'deep JSON is a failure of the server',
    fails: ['errors.too-deep'],
    make: restated((given) => login(given) && given.body.includes('{"username":{"username":'), 400, 500),
  },
  {
    what: 'wrong fields are not named',
    fails: ['errors.fields'],
    make: refusal(({ errors: _gone, ...rest }) => rest),
  },
  {
    what: 'nobody calls too often',
    fails: ['errors.rate-limit'],
    make: instead(call('GET /api/verify/{code}'), 404, {
      status: 404,
      timestamp: '2026-03-01 09:30:00',
      code: 'V-002',
      message: '核验码不存在',
    }),
  },
]
