import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Credentials, createClient, type XinchuClient } from '@xinchu/sdk'
import { environmentCredentials, fileStore, nodeTransport } from '@xinchu/sdk/node'
import { NotLoggedInError, UsageError } from './exit.ts'
import type { Io } from './io.ts'

interface Settings {
  server?: string
}

/** The user's configuration directory, by the conventions of the operating system. */
function configDir(env: Io['env']): string {
  if (env['XINCHU_CONFIG_DIR']) return env['XINCHU_CONFIG_DIR']
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'xinchu')
  return join(env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? homedir(), '.config'), 'xinchu')
}

async function readSettings(env: Io['env']): Promise<Settings> {
  try {
    return JSON.parse(await readFile(join(configDir(env), 'config.json'), 'utf8')) as Settings // written by `saveServer`
  } catch {
    return {}
  }
}

/** Saves the server for later commands. */
export async function saveServer(io: Io, server: string): Promise<void> {
  const dir = configDir(io.env)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const draft = join(dir, `config.json.${process.pid}`)
  await writeFile(draft, `${JSON.stringify({ server } satisfies Settings)}\n`, { mode: 0o600 })
  await rename(draft, join(dir, 'config.json'))
}

/** The server from the command line, the environment or the last log-in, in this order. */
export async function serverOf(io: Io, given: string | undefined): Promise<string | undefined> {
  const server = given ?? io.env['XINCHU_SERVER'] ?? (await readSettings(io.env)).server
  if (server !== undefined && !/^https?:\/\/[^/\s]/i.test(server)) {
    throw new UsageError(`服务器地址有误：${server}，应以 http:// 或 https:// 开头`)
  }
  return server?.replace(/\/+$/, '')
}

/** A file of the configuration that belongs to one server, its port and scheme. */
const fileOf = (env: Io['env'], kind: string, server: string) =>
  join(configDir(env), `${kind}-${encodeURIComponent(server.toLowerCase())}.json`)

/** The file that keeps how far events were read. */
export const positionFile = (io: Io, server: string): string => fileOf(io.env, 'position', server)

/** Creates a client of that server with its session on disk. */
export function clientOf(io: Io, server: string, credentials?: Credentials): XinchuClient {
  return createClient({
    baseUrl: server,
    // Its tokens must not reach another server, or go unencrypted.
    session: fileStore(fileOf(io.env, 'session', server)),
    transport: nodeTransport(),
    ...(credentials ? { credentials } : {}),
  })
}

/**
 * Creates a client that has a session, or an account in the environment to get one, so that a daily job needs no log-in.
 * @throws NotLoggedInError without either
 */
export async function loggedIn(io: Io, given: string | undefined): Promise<XinchuClient> {
  const server = await serverOf(io, given)
  if (!server) throw new NotLoggedInError()
  const hasAccount = io.env['XINCHU_USERNAME'] && io.env['XINCHU_PASSWORD']
  const client = clientOf(io, server, hasAccount ? environmentCredentials('XINCHU_', io.env) : undefined)
  if (!hasAccount && !(await client.hasSession())) throw new NotLoggedInError()
  return client
}
