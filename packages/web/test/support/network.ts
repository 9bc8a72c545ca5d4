import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import {
  type BodyOf,
  checkBody,
  checkReply,
  isOfAnother,
  type OperationId,
  type PathOf,
  type QueryOf,
  type ReplyOf,
  readParameters,
  routeOf,
} from './contract.ts'

/** One call of an operation, read as the contract types it. */
export interface Call<Id extends OperationId> {
  query: QueryOf<Id>
  path: PathOf<Id>
  body: BodyOf<Id>
  headers: Headers
}

/** A refusal in the contract's shape. */
export class Refusal {
  readonly status: number
  readonly body: ReplyOfError
  constructor(status: number, body: ReplyOfError) {
    this.status = status
    this.body = body
  }
}

interface ReplyOfError {
  status: number
  timestamp: string
  message: string
  errors?: readonly { row?: number; field: string; message: string }[]
  requestId: string
}

const REQUEST_ID = '6f1c8a4e-5b0d-4c55-9d3b-0c2f7e1a9b10'

export const refuse = (status: number, message: string, errors?: ReplyOfError['errors']): Refusal =>
  new Refusal(status, {
    status,
    timestamp: '2026-03-01 09:30:00',
    message,
    ...(errors ? { errors } : {}),
    requestId: REQUEST_ID,
  })

/** The connection breaks. */
export const BROKEN: unique symbol = Symbol('broken')

type Answer<Id extends OperationId> = ReplyOf<Id> | Refusal | Response | typeof BROKEN
type Answerer<Id extends OperationId> = (call: Call<Id>) => Answer<Id> | Promise<Answer<Id>>

let faults: string[] = []

const NO_TASKS: ReplyOf<'listReviewTasks'> = { content: [], totalElements: 0, kinds: [], doneToday: 0 }

const server = setupServer(
  // The frame asks for the number at the desk's menu. A test of the desk has answered before it opens the page.
  http.get(`*${routeOf('listReviewTasks').path}`, () => HttpResponse.json(NO_TASKS)),
  http.all('*', ({ request }) => {
    faults.push(`nothing answers ${request.method} ${request.url}`)
    return new HttpResponse(null, { status: 501 })
  }),
)

const isAnswerer = <Id extends OperationId>(given: Answer<Id> | Answerer<Id>): given is Answerer<Id> =>
  typeof given === 'function'

function responseOf(id: OperationId, answer: unknown): Response {
  if (answer === BROKEN) return HttpResponse.error()
  if (answer instanceof Response) return answer
  const { status: success } = routeOf(id)
  const { status, body } = answer instanceof Refusal ? answer : { status: success, body: answer }
  checkReply(id, status, body)
  if (status === 204 || body === undefined) return new HttpResponse(null, { status })
  return HttpResponse.json(body as object, { status })
}

/**
 * Answers an operation of the contract from now on, in place of any earlier answer. Calls and answers are checked against
 * the contract; what breaks it fails the test.
 * @returns the calls in order of arrival
 */
export function on<Id extends OperationId>(id: Id, answer: Answer<Id> | Answerer<Id>): readonly Call<Id>[] {
  const calls: Call<Id>[] = []
  const { method, path } = routeOf(id)
  const handler = http[method](`${location.origin}${path}`, async ({ request, params }) => {
    if (isOfAnother(id, new URL(request.url).pathname)) return undefined
    try {
      const isJson = request.headers.get('content-type')?.includes('json')
      const body: unknown = isJson ? await request.json() : undefined
      checkBody(id, body)
      const call = {
        query: readParameters(id, 'query', new URL(request.url).searchParams),
        path: readParameters(id, 'path', Object.entries(params)),
        body,
        headers: request.headers,
      } as unknown as Call<Id> // just checked
      calls.push(call)
      return responseOf(id, isAnswerer(answer) ? await answer(call) : answer)
    } catch (error) {
      faults.push(String(error))
      return HttpResponse.json({ message: String(error) }, { status: 501 })
    }
  })
  server.use(handler)
  return calls
}

/** An answer that is given when the test says so. */
export function held<T>(): { answer: Promise<T>; give: (value: T) => void } {
  let give: (value: T) => void = () => undefined
  const answer = new Promise<T>((resolve) => {
    give = resolve
  })
  return { answer, give }
}

/** Stands for the network in this file's tests. A call that nothing answers fails its test. */
export function onNetwork(): void {
  beforeAll(() => server.listen())
  afterEach(() => {
    server.resetHandlers()
    const found = faults
    faults = []
    expect(found).toEqual([])
  })
  afterAll(() => server.close())
}
