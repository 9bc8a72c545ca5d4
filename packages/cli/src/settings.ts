import { constants, readFileSync } from 'node:fs'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import {
  type Credentials,
  createClient,
  type Hooks,
  logHooks,
  memoryStore,
  type SessionStore,
  type XinchuClient,
} from '@xinchu/sdk'
import { environmentCredentials, fileStore, type NodeTransportOptions, nodeTransport } from '@xinchu/sdk/node'
import { fileFailure, hasCode, NotLoggedInError, UsageError } from './exit.ts'
import { isTryingAgain, isVerbose } from './globals.ts'
import { type Io, say } from './io.ts'
import { careful } from './refused.ts'

interface Settings {
  server?: string
}

const used = new WeakMap<Io, string>()

/** The server that a command has asked, for who explains its failure. */
export const usedServer = (io: Io): string | undefined => used.get(io)

const NO_HOME = '找不到用户的主目录'

/** There is no place for the configuration, and none was named. */
class NoHomeError extends Error {
  constructor(cause: unknown) {
    super(`${NO_HOME}，请以环境变量 XINCHU_CONFIG_DIR 指定可写的目录`, { cause })
  }
}

/** @throws NoHomeError for a user id that the user database lacks, as in containers, without HOME */
function homeOf(env: Io['env']): string {
  let cause: unknown
  try {
    const home = env['HOME'] || homedir()
    if (home) return home
  } catch (error) {
    cause = error
  }
  throw new NoHomeError(cause)
}

/** The user's configuration directory, by the conventions of the operating system. @throws NoHomeError */
function baseDir(env: Io['env']): string {
  if (env['XINCHU_CONFIG_DIR']) return env['XINCHU_CONFIG_DIR']
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'xinchu')
  return join(env['XDG_CONFIG_HOME'] || join(homeOf(env), '.config'), 'xinchu')
}

/** The directory of the profile in use: each has its own server and sessions. @throws NoHomeError */
export function configDir(env: Io['env']): string {
  const profile = env['XINCHU_PROFILE']
  if (!profile) return baseDir(env)
  if (!/^[\p{L}\p{N}_-]{1,40}$/u.test(profile)) throw new UsageError(`配置名有误：${profile}`)
  return join(baseDir(env), 'profiles', profile)
}

async function readSettings(env: Io['env']): Promise<Settings> {
  try {
    return JSON.parse(await readFile(join(configDir(env), 'config.json'), 'utf8')) as Settings // written by `saveServer`
  } catch (error) {
    if (error instanceof UsageError) throw error
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
  // A profile that was named goes before the server of the environment.
  const own = (await readSettings(io.env)).server
  const fromEnv = io.env['XINCHU_SERVER']
  const server = given ?? (io.env['XINCHU_PROFILE'] ? (own ?? fromEnv) : (fromEnv ?? own))
  if (server !== undefined && !/^https?:\/\/[^/\s]/i.test(server)) {
    throw new UsageError(`服务器地址有误：${server}，应以 http:// 或 https:// 开头`)
  }
  const place = server?.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  if (server !== undefined && /[?#]/.test(server))
    throw new UsageError(`服务器地址不含 ? 与 #；是否指 ${place}？`)
  return place
}

/** A file of the configuration that belongs to one server, its port and scheme. */
const fileOf = (env: Io['env'], kind: string, server: string) =>
  join(configDir(env), `${kind}-${encodeURIComponent(server.toLowerCase())}.json`)

/** The file that keeps how far events were read. */
export const positionFile = (io: Io, server: string): string => fileOf(io.env, 'position', server)

/** The file that keeps which passwords the platform has refused. */
export const refusedFile = (io: Io, server: string): string => fileOf(io.env, 'refused', server)

/** Trusts the certificates of a file besides those of Node.js. */
function authorityOf({ env }: Io): NodeTransportOptions {
  const path = env['XINCHU_CA']
  return path ? { ca: [...rootCertificates, readFileSync(path, 'utf8')] } : {}
}

/** Sends by the certificates and the proxy of the environment. */
export const transportOf = (io: Io) => nodeTransport({ ...authorityOf(io), proxy: io.env['XINCHU_PROXY'] })

/** Tells each request and each wait, without personal data. */
function tellingHooks(io: Io): Hooks {
  const { onRequest } = logHooks(({ method, path, requestId, attempt = 0 }) =>
    say(io, `→ ${method} ${path}（第 ${attempt + 1} 次，请求号 ${requestId}）`),
  )
  return {
    onRequest,
    onResponse: ({ status, durationMs }) => say(io, `← ${status}（${Math.round(durationMs)} 毫秒）`),
    onRetry: ({ delayMs, error }) => say(io, `${error.message}，${Math.round(delayMs)} 毫秒后再试`),
  }
}

/** Why the configuration directory cannot be written, in words; undefined if it can. */
export async function noPlace(io: Io): Promise<string | undefined> {
  try {
    const dir = configDir(io.env)
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await access(dir, constants.W_OK)
    return undefined
  } catch (error) {
    if (error instanceof NoHomeError) return NO_HOME
    if (!hasCode(error)) throw error
    return fileFailure(error)
  }
}

/** Keeps the session on disk. Without a home there is no session to read, and none can be kept. */
function storeOf(env: Io['env'], server: string): SessionStore {
  try {
    return fileStore(fileOf(env, 'session', server))
  } catch (error) {
    if (error instanceof NoHomeError) return memoryStore()
    throw error
  }
}

/** Creates a client of that server with its session on disk, or in `session`. */
export function clientOf(
  io: Io,
  server: string,
  credentials?: Credentials,
  session?: SessionStore,
): XinchuClient {
  used.set(io, server)
  return createClient({
    baseUrl: server,
    // Its tokens must not reach another server, or go unencrypted.
    session: session ?? storeOf(io.env, server),
    transport: transportOf(io),
    ...(isVerbose(io) ? { hooks: tellingHooks(io) } : {}),
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
  if (hasAccount) {
    const why = await noPlace(io)
    const account = environmentCredentials('XINCHU_', io.env)
    if (why) {
      say(io, `无法保存会话（${why}），本次只存于内存`)
      return clientOf(io, server, account, memoryStore())
    }
    const path = refusedFile(io, server)
    return clientOf(io, server, (logIn) => account(careful(path, logIn, isTryingAgain(io))))
  }
  const client = clientOf(io, server)
  if (!(await client.hasSession())) throw new NotLoggedInError()
  return client
}
