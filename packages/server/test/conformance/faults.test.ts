import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { nodeTransport } from '@xinchu/sdk/node'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isSoak, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import type { ConformanceOptions } from '../../../conformance/src/run.ts'
import { checkConformance, chosenChecks } from '../../../conformance/src/run.ts'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from '../rig.ts'
import { basicFaults } from '../support/faults/basic.ts'
import { conventionFaults } from '../support/faults/convention.ts'
import { errorFaults } from '../support/faults/errors.ts'
import type { Fault } from '../support/faults/fault.ts'
import { startFaultyServer } from '../support/faults/faulty-server.ts'
import { fileFaults } from '../support/faults/files.ts'
import { idempotencyFaults } from '../support/faults/idempotency.ts'
import { importFaults } from '../support/faults/imports.ts'
import { ruleFaults } from '../support/faults/rules.ts'
import { sessionFaults } from '../support/faults/session.ts'
import { stateFaults } from '../support/faults/states.ts'

const ACCOUNTS = ['enterprise_yc', 'enterprise_sy', 'county_yc', 'province_nx', 'nation', 'admin']
const FEW = ACCOUNTS.slice(0, 3)
// Enough for checks that call operations for their own sake.
const OPERATIONS = [
  'listOwners',
  'getPlatform',
  'buildMenus',
  'queryEsProjects',
  'listRoles',
  'listAuditLog',
  'downloadProjectTemplate',
]

let rig: Rig
let server: Awaited<ReturnType<typeof startFaultyServer>>
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  server = await startFaultyServer(rig.url)
})
afterAll(async () => {
  await server.close()
  await rig.close()
})
// A run may call too often on purpose, and the next one begins at once.
beforeEach(() => sql`delete from rate_limit`.execute(rig.db))

const check = (options: Partial<ConformanceOptions>, usernames = ACCOUNTS) =>
  checkConformance({
    url: server.url,
    transport: nodeTransport({ proxy: false }),
    document: document as unknown as ConformanceOptions['document'], // as the contract's own tests hold
    accounts: usernames.map((username) => ({ username, password: SAMPLE_PASSWORD })),
    ...options,
  })

type Checked = Awaited<ReturnType<typeof check>>
const told = ({ results }: Checked) =>
  results.flatMap(({ check: { id }, deviations }) => deviations.map((each) => ({ id, ...each })))
const failed = ({ results }: Checked) =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ check: { id } }) => id)

/** Checks that judge the calls of others. */
const overAll = new Set(
  chosenChecks({})
    .filter(({ isLast }) => isLast)
    .map(({ id }) => id),
)

const faults = {
  basic: basicFaults,
  session: sessionFaults,
  convention: conventionFaults,
  errors: errorFaults,
  files: fileFaults,
  states: stateFaults,
  rules: ruleFaults,
  idempotency: idempotencyFaults,
  imports: importFaults,
}

test('the platform itself conforms at every level', { timeout: 180_000 }, async () => {
  const report = await check({ url: rig.url })
  expect(told(report)).toEqual([])
  expect(report.ended).toBeUndefined()
  expect(report.results.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  expect(report.reached).toBe('imports')
  // The contract does not allow to delete a project that was submitted; it is the only one.
  expect(report.left).toEqual([expect.stringMatching(/^项目 \d+（符合性检查）$/)])
})

test('at least forty faults are seeded, and each check of a rule, state or reply is hit by one', () => {
  const all: readonly Fault[] = Object.values(faults).flat()
  expect(all.length).toBeGreaterThanOrEqual(40)
  const known = chosenChecks({}).map(({ id }) => id)
  expect(all.flatMap(({ fails }) => fails).filter((id) => !known.includes(id))).toEqual([])
})

describe.each(Object.entries(faults))('a server is found out (%s): ', (level, seeded) => {
  test.each(seeded.map((fault, at) => [fault.what, fault, at] as const))(
    '%s',
    { timeout: 240_000 },
    async (_what, fault, at) => {
      // That a fault fails no other check is proved by one of each level a day, and by all in soak.
      const isWhole = isSoak || TEST_SEED % seeded.length === at || fault.fails.some((id) => overAll.has(id))
      const { fails, only = isWhole ? [`${level}.`] : fails, operations = OPERATIONS, make } = fault
      server.become(make())
      const report = await check({ only, operations }, FEW)
      expect(report.ended).toBeUndefined()
      expect([failed(report), told(report)]).toEqual([[...fails].sort(byReport(report)), expect.anything()])
    },
  )
})

/** The order of the report. */
const byReport =
  ({ results }: Checked) =>
  (a: string, b: string) =>
    results.findIndex(({ check: { id } }) => id === a) - results.findIndex(({ check: { id } }) => id === b)
