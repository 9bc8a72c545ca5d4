import { type Answer, type Call, type OperationId, operation, type ReplyOf, refuse } from '@xinchu/testing'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

type Answerer<Id extends OperationId> = (call: Call<Id>) => Answer<Id> | Promise<Answer<Id>>

let faults: string[] = []

const NO_TASKS: ReplyOf<'listReviewTasks'> = {
  content: [],
  totalElements: 0,
  waiting: 0,
  kinds: [],
  others: [],
  doneToday: 0,
}

const server = setupServer(
  // The frame asks for the number at the desk's menu. A test of the desk has answered before it opens the page.
  operation('listReviewTasks', NO_TASKS),
  // The home page and the list of pairs ask for them. A test of appeals has answered before.
  operation('listRepeatAppeals', { content: [], totalElements: 0 }),
  // The homes of those who review registrations ask for them. A test of registrations has answered before.
  operation('listRegistrations', { content: [], totalElements: 0 }),
  // Each home asks which batches are publicised. A test of them has answered before.
  operation('listPublicDemos', { batches: [], content: [] }),
  // Each page of scale asks for its quarters. A test of them has answered before.
  operation('getScaleQuarters', []),
  // The server of these tests tells of no steps. A test of open records has answered before.
  operation('streamRecords', refuse(501, '该接口暂未开放')),
  // The ledger of those who may sync asks for it. A test of syncs has answered before.
  operation('getWarehouseSync', { state: 'NONE' }),
  // No newer build was deployed.
  http.get('*/version.json', () => HttpResponse.json({})),
  http.all('*', ({ request }) => {
    faults.push(`nothing answers ${request.method} ${request.url}`)
    return new HttpResponse(null, { status: 501 })
  }),
)
server.events.on('unhandledException', ({ error }) => faults.push(String(error)))

/** The connection breaks. */
export const BROKEN: Response = HttpResponse.error()

const isAnswerer = <Id extends OperationId>(given: Answer<Id> | Answerer<Id>): given is Answerer<Id> =>
  typeof given === 'function'

/**
 * Answers an operation of the contract from now on, in place of any earlier answer. Calls and answers are checked against
 * the contract; what breaks it fails the test.
 * @returns the calls in order of arrival
 */
export function on<Id extends OperationId>(id: Id, answer: Answer<Id> | Answerer<Id>): readonly Call<Id>[] {
  const calls: Call<Id>[] = []
  const handler = operation(
    id,
    (call) => {
      calls.push(call)
      return isAnswerer(answer) ? answer(call) : answer
    },
    { baseUrl: location.origin },
  )
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
