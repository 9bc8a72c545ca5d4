import { request } from 'node:http'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begun } from '../src/runtime/begun.ts'
import { type Rig, startRig } from './rig.ts'
import { logIn } from './support/http.ts'

let rig: Rig
let token: string
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  token = await logIn(rig.url, 'admin')
  // Several pages of an export, and more than the buffers of a connection hold.
  await sql`with entry as (
      insert into audit_log (time, action, result)
      select now(), repeat(md5(n::text), 200), 200 from generate_series(1, 6000) n returning id)
    insert into audit_queue (entry_id) select id from entry`.execute(rig.db)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Starts a download and stops reading after its first bytes until `meanwhile` is done. */
function download(
  path: string,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    const call = request(`${rig.url}${path}`, { headers: { Authorization: token } }, (reply) => {
      reply.once('readable', () => {
        void meanwhile().then(() => reply.resume(), reject)
      })
      const end = () => resolve({ status: reply.statusCode ?? 0, isWhole: reply.complete })
      reply.once('end', end)
      reply.once('error', end)
    })
    call.once('error', reject)
    call.end()
  })
}

const outcomes = async () => {
  const { rows } = await sql<{ result: number; reason: string | null }>`
    select result, reason from audit_log where operation_id = 'downloadAuditLog' order by id`.execute(rig.db)
  return rows
}

test('an export that fails after its first page breaks off, and its failure is in the audit log', async () => {
  const reply = await download('/api/auditLog/download?format=csv', () =>
    sql`alter table audit_seal rename to audit_seal_away`.execute(rig.db),
  )
  await sql`alter table audit_seal_away rename to audit_seal`.execute(rig.db)
  expect(reply.isWhole).toBe(false)
  await expect.poll(outcomes).toMatchObject([{ result: 200 }, { result: 500, reason: '文件未能完整送出' }])
})

test('a source is read once, its first value before anything else', async () => {
  let read = 0
  async function* numbers() {
    for (read = 1; read <= 3; read += 1) yield read
  }
  const source = await begun(numbers())
  expect(read).toBe(1)
  expect(await Readable.from(source).toArray()).toEqual([1, 2, 3])
})

test('a source that cannot be read fails before it is sent', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first value
  async function* unreadable(): AsyncGenerator<never> {
    throw new Error('no such column')
  }
  await expect(begun(unreadable())).rejects.toThrow('no such column')
})
