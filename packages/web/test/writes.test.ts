import { MutationObserver, type MutationOptions, type QueryKey } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { perform, refresh } from '../src/app/query-client.ts'
import { sessionQueries } from '../src/app/session-queries.ts'
import { projectMutations, projectQueries } from '../src/features/es-project/queries.ts'
import { officeQueries } from '../src/features/home/office-queries.ts'
import { homeQueries } from '../src/features/home/queries.ts'
import { importMutations, importQueries } from '../src/features/import/queries.ts'
import { messageMutations, messageQueries } from '../src/features/messages/queries.ts'
import { periodicMutations, periodicQueries, SYNCED } from '../src/features/periodic/queries.ts'
import { pilotQueries } from '../src/features/pilot-project/queries.ts'
import { pilotReportQueries } from '../src/features/pilot-reports/queries.ts'
import { reviewQueries } from '../src/features/pilot-review/queries.ts'
import { provincialQueries } from '../src/features/provincial/queries.ts'
import { refreshKind } from '../src/features/review/queries.ts'
import { statisticsQueries } from '../src/features/statistics/queries.ts'
import { decidePairs, pairQueries } from '../src/records/repeat/queries.ts'
import { windowQuery } from '../src/records/window-status.tsx'
import { clientOfFile } from './support/client.ts'

/** Reads of several features, each with an answer in the cache. */
const reads: Readonly<Record<string, QueryKey>> = {
  'list of projects': projectQueries.list({}).queryKey,
  'pairs of projects': pairQueries.list({}).queryKey,
  'projects on the home page': homeQueries.projects().queryKey,
  'pairs on the home page': homeQueries.repeats().queryKey,
  'due reports': periodicQueries.due({ itemType: 'USAGE', year: 2026, quarter: 1 }).queryKey,
  'fill windows': windowQuery({}).queryKey,
  'reports on the home page': officeQueries.ofKind('USAGE').queryKey,
  'windows on the home page': homeQueries.windows().queryKey,
  'demonstration projects': pilotQueries.list({}).queryKey,
  'demonstration projects on the home page': homeQueries.pilotTasks().queryKey,
  'material of the expert review': reviewQueries.material(1).queryKey,
  'announced projects': pilotReportQueries.projects('announced').queryKey,
  'provincial projects': provincialQueries.demos({}).queryKey,
  messages: messageQueries.list({}).queryKey,
  'unread count': sessionQueries.unread.queryKey,
  'messages on the home page': homeQueries.unread().queryKey,
  'import batches': importQueries.batches({}).queryKey,
  'scale statistics': statisticsQueries.scale({}).queryKey,
  'scale on the home page': homeQueries.scale().queryKey,
}

const PROJECTS = [
  ...['list of projects', 'pairs of projects'],
  ...['projects on the home page', 'pairs on the home page'],
]
/** A moved project also changes what waits at the desk and on the home page. */
const MOVED = [...PROJECTS, 'reports on the home page']
const PERIODIC = [
  ...['due reports', 'fill windows'],
  ...['reports on the home page', 'windows on the home page'],
]
const PILOTS = [
  ...['demonstration projects', 'demonstration projects on the home page'],
  'material of the expert review',
]
const MESSAGES = ['messages', 'unread count', 'messages on the home page']
const STATISTICS = ['scale statistics', 'scale on the home page']

const client = clientOfFile()
let status = 200
const server = setupServer(
  http.all('*', () => HttpResponse.json({ message: '', succeeded: [], failed: [] }, { status })),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

beforeEach(() => {
  status = 200
  for (const queryKey of Object.values(reads)) client.setQueryData(queryKey, {})
})
afterEach(() => client.clear())

const stale = () =>
  Object.entries(reads).flatMap(([name, queryKey]) =>
    client.getQueryState(queryKey)?.isInvalidated ? [name] : [],
  )

const send = <Result, Variables>(write: MutationOptions<Result, Error, Variables>, variables: Variables) =>
  new MutationObserver(client, write).mutate(variables)

const decision = { pairIds: [1], decision: '3' as const, opinion: '不同项目' }

describe('a write makes stale what shows its data, in its feature and on the home page', () => {
  test.each([
    ['a decision on a pair', () => send(decidePairs, decision), PROJECTS],
    ['a submission', () => send(projectMutations.submit, { ids: [1] }), MOVED],
    ['saving reports', () => send(periodicMutations.save, { action: 'SAVE', items: [] }), PERIODIC],
    ['reading a message', () => send(messageMutations.markRead, { ids: [1] }), MESSAGES],
    [
      'a sync that is done',
      () => refresh(client, { meta: SYNCED }),
      [...PROJECTS, ...PERIODIC, ...STATISTICS],
    ],
    ['asking for a sync', () => send(periodicMutations.ask, { year: 2026, quarter: 1 }), []],
    ['cancelling an import', () => send(importMutations.cancel, 1), ['import batches']],
  ] as const)('%s', async (_name, write, expected) => {
    await write()
    expect(stale()).toEqual(
      Object.keys(reads).filter((name) => (expected as readonly string[]).includes(name)),
    )
  })

  test.each([
    ['a project', 'PROJECT', [...PROJECTS, ...PERIODIC]],
    ['a quarterly report', 'USAGE', [...PROJECTS, ...PERIODIC]],
    ['a yearly calculation', 'YEARCALC', PERIODIC],
    ['a demonstration project', 'DEMO', PILOTS],
    ['the progress of a demonstration project', 'PROGRESS', [...PILOTS, 'announced projects']],
    ['an annual report', 'ANNUAL', [...PILOTS, 'announced projects']],
    ['a provincial project', 'PROV_DEMO', ['provincial projects']],
    ['a work report', 'WORK_REPORT', ['provincial projects']],
  ] as const)('a decision at the desk on %s', async (_name, kind, expected) => {
    await refreshKind(client, kind)
    const names: readonly string[] = ['reports on the home page', ...expected]
    expect(stale()).toEqual(Object.keys(reads).filter((name) => names.includes(name)))
  })

  test('a refused write makes nothing stale', async () => {
    status = 409
    await expect(send(decidePairs, decision)).rejects.toThrow()
    expect(stale()).toEqual([])
  })

  test.each([
    ['a move of projects', () => send(projectMutations.act, { action: 'PASS', ids: [1] })],
    ['a review of reports', () => send(periodicMutations.review, { action: 'PASS', items: [], opinion: '' })],
  ] as const)('%s makes nothing stale before its outcome has been read', async (_name, write) => {
    await write()
    expect(stale()).toEqual([])
  })

  test('a step of a larger write makes its own reads stale', async () => {
    await perform(client, projectMutations.submit, { ids: [1] })
    expect(stale()).toEqual(MOVED)
  })
})
