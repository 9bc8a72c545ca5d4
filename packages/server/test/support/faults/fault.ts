import {
  answerOf,
  jsonOf,
  type Reply,
  type Request,
  type Values,
  type Wrong,
  withJson,
} from './faulty-server.ts'

/** A way in which a server is wrong, and the checks that must find it. */
export interface Fault {
  /** What the server does. */
  what: string
  /** Checks that must fail. All others of those that are run must pass. */
  fails: readonly string[]
  /** Checks to run: by default all of the level. */
  only?: readonly string[]
  /** Operations whose replies are judged. */
  operations?: readonly string[]
  /** A fresh layer for each run. */
  make(): Wrong
}

type Is = (request: Request) => boolean

/** Whether a request is a call of this method and path; `{id}` stands for any segment. */
export const call = (text: string): Is => {
  const [method = '', path = ''] = text.split(' ')
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  return (request) => request.method === method && pattern.test(request.path)
}

/** Changes the replies to some requests. */
export const reply =
  (is: Is, change: (reply: Reply, request: Request) => Reply): (() => Wrong) =>
  () =>
  async (request, next) =>
    is(request) ? change(await next(), request) : next()

/** Changes the JSON of successful replies to some requests. */
export const success = (is: Is, change: (body: Values) => unknown): (() => Wrong) =>
  reply(is, (given) =>
    given.status < 300 && given.body.byteLength > 0 ? withJson(given, change(jsonOf(given))) : given,
  )

/** Changes each row of a list's pages. */
export const rows = (is: Is, change: (row: Values) => Values): (() => Wrong) =>
  success(is, (body) => ({ ...body, content: (body['content'] as Values[]).map(change) })) // a page of the contract

/** Changes some requests before the real server sees them. */
export const request =
  (is: Is, change: (request: Request) => Partial<Request>): (() => Wrong) =>
  () =>
  (given, next) =>
    next(is(given) ? change(given) : undefined)

/** Changes the JSON of some requests. */
export const sentBody = (is: Is, change: (body: Values) => unknown): (() => Wrong) =>
  request(is, (given) => ({ body: Buffer.from(JSON.stringify(change(jsonOf(given)))) }))

/** Answers some requests without the real server. */
export const instead =
  (is: Is, status: number, value?: unknown): (() => Wrong) =>
  () =>
  (given, next) =>
    is(given) ? Promise.resolve(answerOf(given, status, value)) : next()

/** Turns a refusal into success. */
export const accepts = (
  is: Is,
  refused: number,
  status: number,
  value: (request: Request) => unknown,
): (() => Wrong) =>
  reply(is, (given, asked) => (given.status === refused ? answerOf(asked, status, value(asked)) : given))

/** Gives a refusal another status. */
export const restated = (is: Is, from: number, to: number): (() => Wrong) =>
  reply(is, (given) =>
    given.status === from ? withJson(given, { ...jsonOf(given), status: to }, to) : given,
  )

/** Changes the bodies of all refusals. */
export const refusal = (change: (body: Values) => unknown): (() => Wrong) =>
  reply(
    () => true,
    (given) => (given.status >= 400 ? withJson(given, change(jsonOf(given))) : given),
  )

/** Drops headers of some replies. */
export const withoutHeader = (is: Is, name: string): (() => Wrong) =>
  reply(is, (given) => {
    const { [name]: _gone, ...headers } = given.headers
    return { ...given, headers }
  })

export const both =
  (...all: readonly Is[]): Is =>
  (given) =>
    all.every((is) => is(given))
export const bodyHas =
  (text: string): Is =>
  ({ body }) =>
    body.includes(text)
