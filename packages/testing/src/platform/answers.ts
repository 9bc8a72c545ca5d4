import type { OperationId } from '../contract.ts'
import { type Answer, type Call, type Refusal, refuse } from '../reply.ts'
import { type Caller, infoOf } from './accounts.ts'
import type { FakeClock } from './clock.ts'
import { listEntries, mapEntries } from './dictionaries.ts'
import type { Imports } from './imports.ts'
import type { Messages } from './messages.ts'
import { moveProjects } from './project-flow.ts'
import { listProjects } from './project-list.ts'
import type { Projects } from './projects.ts'
import type { Sessions } from './sessions.ts'

/** Answers an operation for its caller; undefined for a call without a session. */
export type FakeAnswer<Id extends OperationId> = (
  call: Call<Id>,
  caller: FakeCaller,
) => Answer<Id> | Promise<Answer<Id>>
/** Answers of operations, in place of those of the platform. */
export type FakeAnswers = { [Id in OperationId]?: FakeAnswer<Id> }

/** Who calls. Operations that need no session have one without a number. */
export type FakeCaller = Caller

export interface Parts {
  sessions: Sessions
  projects: Projects
  imports: Imports
  messages: Messages
  clock: FakeClock
  fillTime: { isOpen: boolean }
}

/** What the platform itself answers. Every other operation answers by the contract's example. */
export function platformAnswers({
  sessions,
  projects,
  imports,
  messages,
  clock,
  fillTime,
}: Parts): FakeAnswers {
  const inTime = <T>(work: () => T): T | Refusal =>
    fillTime.isOpen ? work() : refuse(423, '当前不在填报时间内', { code: 'W-004' })
  return {
    login: ({ body }) => sessions.logIn(body),
    refreshToken: ({ headers, query }) => sessions.refresh(headers.get('authorization'), query.code),
    logout: ({ headers }) => void sessions.logOut(headers.get('authorization')),
    getAuthInfo: (_call, caller) => infoOf(caller),

    queryEsProjects: ({ query }, caller) => listProjects(projects.all.values(), query, caller),
    getEsProject: ({ path }, caller) => projects.get(path.id, caller),
    createEsProject: ({ body }, caller) => inTime(() => projects.create(body, caller)),
    updateEsProject: ({ body }, caller) => inTime(() => projects.update(body, caller)),
    deleteEsProjects: ({ body }, caller) => projects.delete(body, caller),
    submitProject: ({ body }, caller) => inTime(() => moveProjects(projects.all, body, caller, clock.now())),

    importProjects: ({ body }, caller) => inTime(() => imports.receive(body, caller)),
    getImportBatch: ({ path }, caller) => imports.get(path.id, caller),
    commitImportBatch: ({ path, body }, caller) => inTime(() => imports.commit(path.id, body, caller)),
    cancelImportBatch: ({ path }, caller) => imports.cancel(path.id, caller),
    listImports: ({ query }, caller) => imports.list(query, caller),
    listProvinceImports: ({ query }, caller) => imports.list(query, caller),

    queryDictDetail: ({ query }) => listEntries(query),
    getDictMap: ({ query }) => mapEntries(query),

    getUnreadCount: (_call, caller) => messages.unread(caller),
    queryMessages: ({ query }, caller) => messages.list(query, caller),
    updateMessage: ({ body }, caller) => messages.update(body, caller),
    streamUnreadCount: (_call, caller) => messages.stream(caller),
    streamRecords: (_call, caller) => messages.stream(caller),
  }
}
