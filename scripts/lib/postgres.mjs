import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const HOME = '/usr/lib/postgresql'

function newestBin() {
  if (!existsSync(HOME)) return undefined
  const versions = readdirSync(HOME).filter((name) => existsSync(join(HOME, name, 'bin/postgres')))
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest && join(HOME, newest, 'bin')
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

// PostgreSQL refuses to run as root. Debian's package creates a user for it.
function owner() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the server accepts connections. Does not block the caller's event loop. */
const isReady = (bin, port) =>
  new Promise((resolve) => {
    const probe = spawn(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    probe.on('close', (code) => resolve(code === 0))
  })

function initialise(bin, dir, as) {
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', join(dir, 'data'), '-U', 'xinchu', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...as, cwd: dir, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
}

/** Stop modes of pg_ctl: fast ends all sessions, immediate requires recovery at the next start. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' }

/**
 * Starts a temporary PostgreSQL on loopback. Resolves to undefined if none is installed.
 * `halt` stops it, `resume` restarts it on the same port and data, and `stop` ends it and removes the data.
 */
export async function startPostgres({ settings = {} } = {}) {
  const bin = newestBin()
  if (!bin) return undefined
  const dir = mkdtempSync(join(tmpdir(), 'xinchu-pg-'))
  const as = owner()
  if (as.uid !== undefined) chownSync(dir, as.uid, as.gid)
  const port = await freePort()
  initialise(bin, dir, as)
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: dir, fsync: 'off', ...settings }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server
  async function resume() {
    const started = ['-D', join(dir, 'data'), '-p', String(port), ...options]
    server = spawn(join(bin, 'postgres'), started, { ...as, cwd: dir, stdio: 'ignore' })
    const deadline = Date.now() + 20_000
    while (!(await isReady(bin, port))) {
      if (Date.now() > deadline) throw new Error('PostgreSQL did not come up within 20 seconds')
      await pause(50)
    }
  }
  async function halt(mode = 'fast') {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('close', resolve))
    server.kill(SIGNALS[mode])
    await ended
  }
  await resume()
  return {
    url: `postgres://xinchu@127.0.0.1:${port}/postgres`,
    halt,
    resume,
    async stop() {
      await halt()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
