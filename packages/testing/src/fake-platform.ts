import { type Adapters, adaptersOf } from './adapters.ts'
import { readCall } from './call.ts'
import { ContractBreach } from './check.ts'
import { contract, isAllowed, type OperationId, type ReplyOf } from './contract.ts'
import { type Caller, callersOf, defaultAccounts, type FakeAccount } from './platform/accounts.ts'
import { type FakeAnswers, type Parts, platformAnswers } from './platform/answers.ts'
import { clockFrom, type FakeClock } from './platform/clock.ts'
import { Replies, Slots } from './platform/idempotency.ts'
import { Imports, type ReadWorkbook } from './platform/imports.ts'
import { Messages } from './platform/messages.ts'
import { refusedOrder, restOf } from './platform/pages.ts'
import type { ProjectRecord } from './platform/project.ts'
import { seededProjects } from './platform/project-seed.ts'
import { Projects } from './platform/projects.ts'
import { Sessions, type SessionTerms } from './platform/sessions.ts'
import { randomOf } from './random.ts'
import {
  type Call,
  exampleAnswer,
  type Moment,
  Refusal,
  refusalResponse,
  refuse,
  responseOf,
} from './reply.ts'

export interface FakePlatformOptions extends Partial<SessionTerms> {
  /** The same seed makes the same data, tokens included. Default 1. */
  seed?: number
  /** Default: two enterprises and the offices above them in Ningxia. */
  accounts?: readonly FakeAccount[]
  /** Number of projects of the enterprises. Default 20. */
  projects?: number
  /** Number of messages in each inbox. Default 3. */
  messages?: number
  /** The clock's first moment. Default 2026-03-01 09:30:00 in Beijing. */
  now?: Date
  /** Reads the rows of an uploaded workbook; without it workbooks are refused. */
  readWorkbook?: ReadWorkbook
  /** Own answers of operations, in place of those of the platform. */
  answers?: FakeAnswers
  /** Address that `handlers` answer for. Default: any. */
  baseUrl?: string
}

/** A call that the platform has answered. */
export interface FakeRequest {
  method: string
  path: string
  /** Undefined where the contract has no such operation. */
  operation: OperationId | undefined
  status: number
  username: string | undefined
}

export interface FakePlatform extends Adapters {
  readonly accounts: readonly FakeAccount[]
  readonly clock: FakeClock
  /** Every request in order of its reply. */
  readonly requests: readonly FakeRequest[]
  /** The projects as they are kept, in order of their creation. */
  projects(): ProjectRecord[]
  /** Opens a session without a log-in, for `memoryStore(…)`. */
  session(username?: string): ReplyOf<'refreshToken'>
  /** Makes every access token invalid; sessions can be refreshed. */
  expireTokens(): void
  /** Ends every session. */
  endSessions(): void
  /** Opens or closes the time for filling in. A closed one refuses with 423. */
  setFillTime(isOpen: boolean): void
}

const START = new Date('2026-03-01T09:30:00+08:00')
const TERMS: SessionTerms = { tokenSeconds: 7_200, idleSeconds: 1_800, sessionSeconds: 43_200 }

interface State {
  parts: Parts
  replies: Replies
  slots: Slots
  answers: Readonly<Record<string, ((call: Call<OperationId>, caller?: Caller) => unknown) | undefined>>
}

function callerOf({ parts }: State, id: OperationId, header: string | null): Caller | Refusal | undefined {
  const operation = contract.operation(id)
  const caller = parts.sessions.callerOf(header, !operation.polls)
  if (operation.isPublic) return caller instanceof Refusal ? undefined : caller
  if (caller instanceof Refusal || isAllowed(operation, caller.caller)) return caller
  return refuse(403, '您没有权限办理此事项', { code: 'W-001' })
}

async function perform(state: State, id: OperationId, call: Call<OperationId>, caller: Caller | undefined) {
  const answer = () => {
    const given = state.answers[id]
    return given ? given(call, caller) : restOf(exampleAnswer(id), call.query)
  }
  const slot = call.headers.get('Unsaved-Slot')
  const work = () => state.slots.once({ id, slot, caller }, answer)
  const key = call.headers.get('Idempotency-Key')
  if (key === null || !contract.operation(id).takesKey) return work()
  return state.replies.once({ id, key, caller, body: call.body }, work)
}

/** The answer to a request. What breaks the contract is refused, as the platform does. */
async function answerTo(
  state: State,
  request: Request,
  { operation: { id }, path }: NonNullable<ReturnType<typeof contract.at>>,
): Promise<{ answer: unknown; caller?: Caller | undefined }> {
  const caller = callerOf(state, id, request.headers.get('authorization'))
  if (caller instanceof Refusal) return { answer: caller }
  try {
    const call = await readCall(id, request, path)
    const answer = refusedOrder(call.query) ?? (await perform(state, id, call, caller))
    return { answer, caller }
  } catch (error) {
    if (!(error instanceof ContractBreach)) throw error
    const [first] = error.errors
    const words = first ? `${first.field}：${first.message}` : error.message
    return { answer: refuse(400, words.slice(0, 1_000), { code: 'F-001', errors: error.errors }), caller }
  }
}

/** A reply that breaks the contract, which only an own answer can do, becomes a 500 that says so. */
function checkedResponse(id: OperationId, answer: unknown, moment: Moment): Response {
  try {
    return responseOf(id, answer, moment)
  } catch (error) {
    if (!(error instanceof ContractBreach)) throw error
    return refusalResponse(refuse(500, error.message.slice(0, 1_000)), moment)
  }
}

function stateOf(options: FakePlatformOptions, callers: readonly Caller[], clock: FakeClock): State {
  const random = randomOf(options.seed ?? 1)
  const seeded = seededProjects(options.projects ?? 20, callers, random, clock.now())
  const projects = new Projects(seeded, clock)
  const { tokenSeconds, idleSeconds, sessionSeconds } = { ...TERMS, ...options }
  const parts: Parts = {
    sessions: new Sessions(callers, { tokenSeconds, idleSeconds, sessionSeconds }, clock, random),
    projects,
    imports: new Imports(projects, clock, options.readWorkbook),
    messages: new Messages(options.messages ?? 3),
    clock,
    fillTime: { isOpen: true },
  }
  const answers = { ...platformAnswers(parts), ...options.answers }
  return { parts, replies: new Replies(), slots: new Slots(), answers: answers as State['answers'] } // each gets calls of its own operation
}

/**
 * A platform in memory for tests: sessions, projects, imports, dictionaries and messages that follow the contract's rules, and
 * the contract's examples for everything else. Calls are checked as the platform checks them; replies keep the contract.
 */
export function fakePlatform(options: FakePlatformOptions = {}): FakePlatform {
  const accounts = options.accounts ?? defaultAccounts
  const clock = clockFrom(options.now ?? START)
  const state = stateOf(options, callersOf(accounts), clock)
  const { sessions, projects, fillTime } = state.parts
  const requests: FakeRequest[] = []

  async function send(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const found = contract.at(request.method, pathname)
    const moment = { at: clock.now(), requestId: request.headers.get('x-request-id') ?? undefined }
    const note = (operation: OperationId | undefined, response: Response, username?: string) => {
      requests.push({ method: request.method, path: pathname, operation, status: response.status, username })
      return response
    }
    if (!found) return note(undefined, refusalResponse(refuse(404, '接口不存在'), moment))
    const { answer, caller } = await answerTo(state, request, found)
    const { id } = found.operation
    return note(id, checkedResponse(id, answer, moment), caller?.username)
  }

  return {
    ...adaptersOf(send, options.baseUrl),
    accounts,
    clock,
    requests,
    projects: () => [...projects.all.values()],
    session: (username = accounts[0]?.username ?? '') => sessions.open(username),
    expireTokens: () => sessions.expireTokens(),
    endSessions: () => sessions.endAll(),
    setFillTime(isOpen) {
      fillTime.isOpen = isOpen
    },
  }
}
