import { closedQuarter } from '@xinchu/validators'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, type Transact } from '../../src/db/transaction.ts'
import { checkChain } from '../../src/domain/warehouse/chain-check.ts'
import { sealEarlier } from '../../src/domain/warehouse/seal.ts'
import { verifyPublication } from '../../src/domain/warehouse/verify.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { waitsForLock } from '../support/lock-waits.ts'

const BATCH = '2025Q4-01'

let rig: Rig
beforeEach(async () => {
  await rig?.close()
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/**
 * Transactions in which work begins right after the first read of the seals. The reading goes on once that work has ended or
 * waits for a lock.
 */
function interrupted(work: () => Promise<unknown>): { transact: Transact; ended(): Promise<unknown> } {
  let reading: object | undefined
  let begun: Promise<unknown> | undefined
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (/from official_seal/.test(JSON.stringify(node))) reading ??= queryId
      return node
    },
    async transformResult({ result, queryId }) {
      if (queryId !== reading || begun) return result
      let isOver = false
      begun = work().finally(() => {
        isOver = true
      })
      await expect.poll(async () => isOver || (await waitsForLock(rig.db))).toBe(true)
      return result
    },
  }
  return {
    transact: (read) => inTransaction(rig.db.withPlugin(plugin), read),
    ended: async () => begun,
  }
}

test('a publication during the check of the chain is no difference', async () => {
  await sql`update fill_time set start_time = '2020-01-01', end_time = '2020-01-02'`.execute(rig.db)
  const nation = await rig.sameAs('nation')
  const { transact, ended } = interrupted(() =>
    nation.statistics.publishPeriod(closedQuarter(day(new Date()))),
  )
  expect((await transact(checkChain)).differences).toEqual([])
  expect(await ended()).toHaveLength(1)
  expect((await transact(checkChain)).differences).toEqual([])
})

test('a batch that upkeep seals during its verification is not called intact without a comparison', async () => {
  await sql`delete from official_seal`.execute(rig.db)
  await sql`insert into setting (name, value) select 'unsealed-edition', max(edition)::text from official_revision`.execute(
    rig.db,
  )
  const { transact, ended } = interrupted(() => sealEarlier((work) => inTransaction(rig.db, work)))
  await expect(verifyPublication(rig.db, transact, BATCH)).rejects.toMatchObject({ status: 404 })
  await ended()
  const { isIntact, seal, checks } = await verifyPublication(rig.db, transact, BATCH)
  expect([isIntact, seal, checks.map(({ part }) => part)]).toEqual([
    true,
    expect.any(String),
    ['ROWS', 'FIGURES', 'CHAIN', 'ENTRY'],
  ])
})
