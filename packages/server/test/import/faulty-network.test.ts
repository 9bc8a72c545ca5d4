import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, memoryStore } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget, randomOf, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from '../rig.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { goodRow } from '../support/import-rows.ts'
import { killedImport } from '../support/killed-import.ts'

const ROWS = budget(600, 3_000)
const KILLS = budget(2, 4)
const FIRST = 300_000

let rig: Rig
let dir: string
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  dir = mkdtempSync(join(tmpdir(), 'xinchu-faults-'))
})
afterAll(async () => {
  rmSync(dir, { recursive: true })
  await rig.close()
})

async function tokenOf(username: string): Promise<string> {
  const session = memoryStore()
  await createClient({ baseUrl: rig.url, session }).login({ username, password: SAMPLE_PASSWORD })
  return (await session.read())?.token ?? ''
}

test(`an import over a bad network whose process is killed at random points writes each row once (seed ${TEST_SEED})`, {
  timeout: 300_000,
}, async () => {
  const random = randomOf('faults of imports')
  const proxy = await startFaultyProxy(rig.url, { share: 0.03, random })
  const task = {
    url: proxy.url,
    token: await tokenOf('enterprise_yc'),
    journal: join(dir, 'import.json'),
    clientKey: `faults-${TEST_SEED}`,
    rows: 'county' as const,
    first: FIRST,
    count: ROWS,
    partRows: ROWS / 50,
  }
  const ended = await killedImport(task, { kills: KILLS, most: 60, random })
  await proxy.close()
  expect(ended).toMatchObject({ state: 'DONE', total: ROWS })
  expect(ended.written + ended.writtenBefore).toBe(ROWS)

  const names = Array.from({ length: ROWS }, (_, at) => String(goodRow(FIRST + at)['projectName']))
  const { rows } = await sql<{ name: string; count: number }>`
    select project_name as name, count(*)::int as count from es_project
    where project_name = any(${names}::text[]) group by 1`.execute(rig.db)
  expect(rows.length).toBe(ROWS)
  expect(rows.filter(({ count }) => count !== 1)).toEqual([])
  expect(rig.offContract).toEqual([])
})
