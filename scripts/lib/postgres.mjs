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

// PostgreSQL refuses to run as root; Debian's package brings a user for it.
function owner() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Starts a PostgreSQL of its own on loopback with a throw-away directory.
 * Resolves to undefined where no PostgreSQL is installed.
 */
export async function startPostgres() {
  const bin = newestBin()
  if (!bin) return undefined
  const dir = mkdtempSync(join(tmpdir(), 'xinchu-pg-'))
  const as = owner()
  if (as.uid !== undefined) chownSync(dir, as.uid, as.gid)
  const port = await freePort()
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', join(dir, 'data'), '-U', 'xinchu', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...as, cwd: dir, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      join(dir, 'data'),
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-k',
      dir,
      '-c',
      'fsync=off',
    ],
    { ...as, cwd: dir, stdio: 'ignore' },
  )
  const ready = () => spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0
  for (let tries = 0; !ready(); tries++) {
    if (tries > 100) throw new Error('PostgreSQL did not come up within 20 seconds')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    url: `postgres://xinchu@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = new Promise((resolve) => server.on('close', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
