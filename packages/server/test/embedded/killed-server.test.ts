import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { Claims } from '../../src/contract/idempotency.ts'
import { openDatabase } from '../../src/db/open.ts'
import { embeddedTemplate as template } from '../support/database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'xinchu-killed-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('the start of an embedded server frees the keys of calls that never ended', async () => {
  const { db, close } = await openDatabase({ dataDir, template })
  const call = { userId: 1, operationId: 'createEsProject', key: 'key-of-a-killed-server', digest: 'a' }
  // A server that was killed has neither kept nor released its claim.
  await new Claims(db).take(call)
  await expect(new Claims(db).take(call)).rejects.toMatchObject({ status: 409 })
  const app = await createApp({
    db,
    config: { ...readConfig({}), dataDir, logLevel: 'silent' },
    isAlone: true,
  })
  expect(await new Claims(db).take(call)).not.toHaveProperty('first')
  await app.close()
  await close()
})
