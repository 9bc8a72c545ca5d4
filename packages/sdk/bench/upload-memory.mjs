// The memory that an upload of 256 MB takes, by itself and with a replay after a refused token.
// Build first, then: node bench/upload-memory.mjs
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport, memoryStore } from '../dist/index.js'
import { nodeTransport } from '../dist/node.js'

const SIZE = 256 * 1024 * 1024
const [, self, how, baseUrl, path] = process.argv
const session = () => memoryStore({ token: 'Bearer t1', refreshToken: 'r1', randomNumber: '1' })
const json = (response, status, body) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

const ways = {
  'bare fetch, twice': async (form) => {
    for (const token of ['t1', 't2'])
      await fetch(`${baseUrl}/api/files`, {
        method: 'POST',
        body: form,
        headers: { Authorization: `Bearer ${token}` },
      })
  },
  'files.upload(), replayed': (form) =>
    createClient({ baseUrl, session: session(), transport: fetchTransport() }).files.upload(form),
  'the same over nodeTransport()': (form) =>
    createClient({ baseUrl, session: session(), transport: nodeTransport() }).files.upload(form),
}

/** Uploads once, in a process of its own, and says how large that has become. */
async function upload() {
  const form = new FormData()
  form.append('file', await openAsBlob(path), 'a.bin')
  await ways[how](form)
  process.send(process.resourceUsage().maxRSS)
  process.exit()
}

async function measure() {
  const dir = await mkdtemp(join(tmpdir(), 'xinchu-'))
  const file = join(dir, 'a.bin')
  const handle = await open(file, 'w')
  await handle.truncate(SIZE)
  await handle.close()
  let bodies = []
  // Reads each body to its end before it answers, so that a refusal comes as late as it can.
  const server = createServer(async (request, response) => {
    let size = 0
    for await (const chunk of request) size += chunk.byteLength
    if (request.url.startsWith('/auth/refresh')) {
      return json(response, 200, { token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' })
    }
    bodies.push(size)
    if (request.headers.authorization === 'Bearer t1')
      return json(response, 401, { status: 401, message: '登录状态已过期' })
    json(response, 201, { id: 1 })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rows = []
  for (const name of Object.keys(ways)) {
    bodies = []
    const child = fork(self, [name, `http://127.0.0.1:${server.address().port}`, file])
    const [peak] = await once(child, 'message')
    const complete = bodies.filter((size) => size > SIZE).length
    rows.push({ name, 'peak memory, MB': Math.round(peak / 1024), bodies: bodies.length, complete })
  }
  console.table(rows)
  server.close()
  await rm(dir, { recursive: true })
}

if (how) await upload()
else await measure()
