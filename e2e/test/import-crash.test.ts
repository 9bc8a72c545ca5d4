import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type ImportBatch, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { fillTemplate, goodRow } from '../../packages/server/test/support/import-rows.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { embeddedData } from '../support/platform-data.ts'

const ROWS = 1_000
const PLACE = '断电恢复'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({}, embeddedData())
})
afterAll(() => platform?.stop())

/** Kills the platform and starts it again. */
async function restart(): Promise<void> {
  await platform.crash()
  platform = await startPlatform({}, platform.data)
}

async function logIn(): Promise<XinchuClient> {
  const client = createClient({ baseUrl: platform.url })
  await client.login({ username: 'enterprise_yc', password: 'Xinchu@2026' })
  return client
}

/** Asks for a batch until it is as wanted. */
async function until(client: XinchuClient, id: number, isWanted: (batch: ImportBatch) => boolean) {
  for (;;) {
    const batch = await client.imports.get(id)
    if (isWanted(batch)) return batch
    if (batch.state === 'FAILED') throw new Error(batch.message)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

// Several starts of the platform, each of which takes its time on a busy machine.
test('an import goes on after the server was killed again and again while it read, and while it wrote, and doubles nothing', {
  timeout: 400_000,
}, async () => {
  let client = await logIn()
  const template = await client.imports.downloadTemplate({})
  const rows = Array.from({ length: ROWS }, (_, at) =>
    goodRow(at + 1, { projectName: `${PLACE}第${at + 1}储能站` }),
  )
  const filled = await fillTemplate(new Uint8Array(await template.blob.arrayBuffer()), rows)
  const file = new File([Buffer.from(filled)], '断电.xlsx')
  const { id } = await client.imports.upload({ file })

  // The first kill comes before a row is read, the others while rows are.
  for (const least of [0, 1, 300]) {
    await until(client, id, ({ parsedRows }) => parsedRows >= least)
    await restart()
    client = await logIn()
    expect((await client.imports.get(id)).parsedRows).toBeGreaterThanOrEqual(least)
  }
  expect(await until(client, id, ({ state }) => state === 'READY')).toMatchObject({
    totalRows: ROWS,
    okRows: ROWS,
    warnRows: 0,
    errorRows: 0,
    repeatRows: 0,
  })

  await client.imports.commit(id, {})
  const half = await until(client, id, ({ committedRows }) => committedRows > 0)
  await restart()
  client = await logIn()
  const done = await until(client, id, ({ state }) => state === 'DONE')
  expect(half.committedRows).toBeLessThanOrEqual(ROWS)
  expect(done.committedRows).toBe(ROWS)
  expect((await client.projects.list({ keyword: PLACE, size: 1 })).totalElements).toBe(ROWS)
})
