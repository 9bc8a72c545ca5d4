// Processes that share a session file whose token dies again and again: every call must be answered, with one refresh a round.
// Build first, then: node bench/processes.mjs [rounds]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../dist/index.js'
import { fileStore } from '../dist/node.js'

const [, self, baseUrl, path] = process.argv

/** One of the processes: makes a call each time that it is told to. */
function work() {
  const client = createClient({ baseUrl, session: fileStore(path), retry: { times: 0 } })
  process.on('message', () =>
    client.messages.getUnreadCount().then(
      () => process.send('answered'),
      ({ kind }) => process.send(kind),
    ),
  )
  process.send('ready')
}

async function measure(rounds) {
  const dir = await mkdtemp(join(tmpdir(), 'xinchu-'))
  const file = join(dir, 'session.json')
  const server = fork(fileURLToPath(new URL('server.mjs', import.meta.url)))
  const [{ port }] = await once(server, 'message')
  const tell = async (message) => {
    server.send(message)
    return (await once(server, 'message'))[0]
  }
  await fileStore(file).write({ token: 'Bearer t1', refreshToken: 'r1', randomNumber: '1' })
  const workers = [0, 1, 2].map(() => fork(self, [`http://127.0.0.1:${port}`, file]))
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')))
    const answers = {}
    for (let round = 0; round < rounds; round++) {
      await tell('expire')
      const told = workers.map(async (worker) => {
        worker.send('call')
        return (await once(worker, 'message'))[0]
      })
      for (const answer of await Promise.all(told)) answers[answer] = (answers[answer] ?? 0) + 1
    }
    const { refreshes, reuses } = await tell('state')
    console.table([{ processes: workers.length, rounds, ...answers, refreshes, reuses }])
  } finally {
    for (const child of [...workers, server]) child.kill()
    await rm(dir, { recursive: true })
  }
}

if (path) work()
else await measure(Number(process.argv[2] ?? 100))
