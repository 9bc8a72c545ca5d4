// The memory that a download of 300 MB takes, in a process of its own.
// Build first, then: node bench/download-memory.mjs
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport, memoryStore } from '../dist/index.js'
import { downloadTo, nodeTransport } from '../dist/node.js'

const SIZE = 300 * 1024 * 1024
const [, self, how, baseUrl, path] = process.argv
const clientOf = (options) =>
  createClient({ baseUrl, session: memoryStore({ token: 'Bearer t1', refreshToken: 'r1' }), ...options })

const ways = {
  nothing: async () => undefined,
  'bare fetch, blob()': async () => (await fetch(`${baseUrl}/api/files/1`)).blob(),
  'files.download()': () => clientOf({ transport: fetchTransport() }).files.download(1),
  'downloadTo()': () =>
    downloadTo(path, (options) => clientOf({ transport: fetchTransport() }).files.download(1, options)),
  'downloadTo() over nodeTransport()': () => {
    const { files } = clientOf({ transport: nodeTransport() })
    return downloadTo(path, (options) => files.download(1, options))
  },
}

/** Downloads once and says how large the process has become. */
async function download() {
  await ways[how]()
  process.send(process.resourceUsage().maxRSS)
  process.exit()
}

async function measure() {
  const dir = await mkdtemp(join(tmpdir(), 'xinchu-'))
  const chunk = Buffer.alloc(64 * 1024)
  const server = createServer(async (_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': SIZE,
      ETag: '"1"',
    })
    for (let at = 0; at < SIZE; at += chunk.length) if (!response.write(chunk)) await once(response, 'drain')
    response.end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rows = []
  for (const [at, name] of Object.keys(ways).entries()) {
    const file = join(dir, String(at))
    const child = fork(self, [name, `http://127.0.0.1:${server.address().port}`, file])
    const [peak] = await once(child, 'message')
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    rows.push({ name, 'peak memory, MB': Math.round(peak / 1024), 'on disk, MB': size / 1024 / 1024 })
    await rm(file, { force: true })
  }
  console.table(rows)
  server.close()
  await rm(dir, { recursive: true })
}

if (how) await download()
else await measure()
