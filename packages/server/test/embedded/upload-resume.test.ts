import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, uploadFile } from '@xinchu/sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { fillFolder } from '../support/database.ts'
import { startServer } from '../support/server-process.ts'
import { smallPdf } from '../support/small-pdf.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'xinchu-resume-'))
  await fillFolder(dataDir)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function start() {
  const server = await startServer({ DATA_DIR: dataDir })
  const client = createClient({ baseUrl: server.url, retry: { times: 0 } })
  await client.login({ username: 'enterprise_yc', password: SAMPLE_PASSWORD })
  return { server, files: client.files }
}

test('an upload whose server is killed goes on with the next one, from the parts that were acknowledged', async () => {
  const content = Buffer.from(smallPdf(randomBytes(7 * 1024 * 1024).toString('hex')))
  const file = new File([content], '大附件.pdf')
  const first = await start()
  const abort = new AbortController()
  let id = 0
  let acknowledged = 0
  const cut = uploadFile(first.files, file, {
    bizType: 'PROJECT_RECORD',
    signal: abort.signal,
    onSession: (session) => {
      id = session
    },
    onProgress(sent) {
      acknowledged = sent
      if (sent < 5_000_000) return
      first.server.kill('SIGKILL')
      void first.server.ended.then(() => abort.abort())
    },
  })
  await expect(cut).rejects.toThrow()
  await first.server.ended
  expect(acknowledged).toBeLessThan(content.length)

  const second = await start()
  const { parts } = await second.files.getUpload(id)
  expect(parts.map(({ number }) => number).slice(0, 2)).toEqual([1, 2])
  const stored = await uploadFile(second.files, file, { bizType: 'PROJECT_RECORD', resume: id })
  const { blob } = await second.files.download(stored.id)
  expect(Buffer.from(await blob.arrayBuffer()).equals(content)).toBe(true)
  second.server.kill('SIGTERM')
  expect(await second.server.ended).toBe(0)
}, 180_000)
