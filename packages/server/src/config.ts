import { isIP } from 'node:net'
import { join } from 'node:path'

/** Every setting of the server, each from an environment variable of the same name in capitals. */
export interface Config {
  port: number
  host: string
  /**
   * Whose word is taken for the address of a caller, behind a proxy: how many proxies there are (`1`), or their addresses
   * (`10.0.0.0/8,127.0.0.1`). Nobody's where absent, for a header can be written by anyone; all callers of a proxy then
   * share the limits of one address.
   */
  trustProxy: number | string[] | false
  /** Folder of the embedded database and of uploaded files. */
  dataDir: string
  /** External PostgreSQL 15 or newer; the embedded one where absent. */
  databaseUrl: string | undefined
  /**
   * Fill an empty database with demonstration data and accounts: by default the embedded one only. A running server has
   * here whether its database is a demonstration.
   */
  demoData: boolean
  /** Platform title, as in `{title} - {platform title}`. */
  title: string
  /** Filing number at the foot of every page. */
  caseNumber: string
  publicSecurityNumber: string
  /** Caption under the map, such as its review number. */
  mapCaption: string
  /** Folder of the operator's own maps, one `<code>.json` a division; `maps` in the data folder where absent. */
  mapDir: string | undefined
  watermark: boolean
  /** Ask for a captcha at log-in; service accounts are exempt either way. */
  captcha: boolean
  /** Captchas given to one address within a minute. */
  captchaPerMinute: number
  /** Leading zero bits of the proof of work that stands in for a picture: each doubles the work. */
  captchaWorkBits: number
  /** The code of every short message in a demonstration; where absent the start makes one and shows it. */
  smsCode: string | undefined
  /** Seconds that an access token lives. */
  accessSeconds: number
  /** Seconds after which a session that nobody uses ends. */
  idleSeconds: number
  /** Seconds after which a session ends in any case. */
  absoluteSeconds: number
  /** Seconds that the session of a service account (exempt from the captcha) lives, used or not. */
  serviceSeconds: number
  /** Seconds during which the refresh token before the current one gives the same answer again. */
  refreshGraceSeconds: number
  /** Failed log-ins after which an account is locked, and for how many seconds. */
  loginFailures: number
  lockSeconds: number
  /** Days after which a person's password must be changed; 0 is never. Those of a demonstration never expire. */
  passwordMaxAgeDays: number
  /** The same for service accounts. */
  servicePasswordMaxAgeDays: number
  /** Days before that from which the portal warns. */
  passwordWarningDays: number
  /** A registered account works only after an office has confirmed it; everywhere but in a demonstration where absent. */
  registrationReview: boolean | undefined
  /** Seconds between two looks for unread messages, for all who follow theirs. */
  unreadSeconds: number
  /** Seconds in which the head of a request must arrive. */
  headSeconds: number
  /** Seconds in which the body of a request must arrive; uploads by their progress. */
  bodySeconds: number
  /** Seconds that a connection stays open between two requests. */
  keepAliveSeconds: number
  /** Connections at the same time; of one address, unless TRUST_PROXY is set: then the proxy has to limit them. */
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Folder of the built portal. */
  webDir: string | undefined
  /** `info` writes a line for each call, `warn` only what went wrong, `debug` also the text of demonstration messages. */
  logLevel: string
}

type Environment = Readonly<Record<string, string | undefined>>

function numberOf(env: Environment, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`环境变量 ${name} 应为非负数，当前为 ${text}`)
  return value
}

function flagOf(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name]?.toLowerCase()
  if (text === undefined || text === '') return fallback
  if (['1', 'true', 'on', 'yes'].includes(text)) return true
  if (['0', 'false', 'off', 'no'].includes(text)) return false
  throw new Error(`环境变量 ${name} 应为 true 或 false，当前为 ${env[name]}`)
}

const PREFIX = /^[^/]+(?:\/\d{1,3})?$/

function trustProxyOf(env: Environment): Config['trustProxy'] {
  const text = env['TRUST_PROXY']?.trim() ?? ''
  if (['', '0', 'off', 'false', 'no'].includes(text.toLowerCase())) return false
  if (/^\d$/.test(text)) return Number(text)
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.every((address) => isIP(address.split('/')[0] ?? '') && PREFIX.test(address)))
    return addresses
  throw new Error(`环境变量 TRUST_PROXY 应为代理的层数，或以逗号分隔的代理地址，当前为 ${text}`)
}

const isDemoOf = (env: Environment) => flagOf(env, 'DEMO_DATA', !env['DATABASE_URL'])

function demoCodeOf(env: Environment): string | undefined {
  const code = env['SMS_CODE'] || undefined
  if (code === undefined) return undefined
  if (!isDemoOf(env)) throw new Error('环境变量 SMS_CODE 只能用于演示数据')
  if (!/^\d{6}$/.test(code)) throw new Error('环境变量 SMS_CODE 应为6位数字')
  return code
}

/**
 * Reads the settings.
 * @throws Error in words for the operator when one is unusable
 */
export function readConfig(env: Environment): Config {
  return {
    port: numberOf(env, 'PORT', 8080),
    host: env['HOST'] || '127.0.0.1',
    trustProxy: trustProxyOf(env),
    dataDir: env['DATA_DIR'] || join(process.cwd(), 'data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    demoData: isDemoOf(env),
    title: env['TITLE'] || '全国新型储能大数据平台',
    caseNumber: env['CASE_NUMBER'] || '京ICP备00000000号',
    publicSecurityNumber: env['PUBLIC_SECURITY_NUMBER'] || '京公网安备00000000000000号',
    mapCaption: env['MAP_CAPTION'] || '',
    mapDir: env['MAP_DIR'] || undefined,
    watermark: flagOf(env, 'WATERMARK', false),
    captcha: flagOf(env, 'CAPTCHA', true),
    captchaPerMinute: numberOf(env, 'CAPTCHA_PER_MINUTE', 60),
    captchaWorkBits: numberOf(env, 'CAPTCHA_WORK_BITS', 17),
    smsCode: demoCodeOf(env),
    accessSeconds: numberOf(env, 'ACCESS_SECONDS', 1_800),
    idleSeconds: numberOf(env, 'IDLE_SECONDS', 1_800),
    absoluteSeconds: numberOf(env, 'ABSOLUTE_SECONDS', 43_200),
    serviceSeconds: numberOf(env, 'SERVICE_SECONDS', 86_400),
    refreshGraceSeconds: numberOf(env, 'REFRESH_GRACE_SECONDS', 30),
    loginFailures: numberOf(env, 'LOGIN_FAILURES', 5),
    lockSeconds: numberOf(env, 'LOCK_SECONDS', 900),
    passwordMaxAgeDays: numberOf(env, 'PASSWORD_MAX_AGE_DAYS', 90),
    servicePasswordMaxAgeDays: numberOf(env, 'SERVICE_PASSWORD_MAX_AGE_DAYS', 0),
    passwordWarningDays: numberOf(env, 'PASSWORD_WARNING_DAYS', 14),
    registrationReview: env['REGISTRATION_REVIEW'] ? flagOf(env, 'REGISTRATION_REVIEW', true) : undefined,
    unreadSeconds: numberOf(env, 'UNREAD_SECONDS', 3),
    headSeconds: numberOf(env, 'HEAD_SECONDS', 10),
    bodySeconds: numberOf(env, 'BODY_SECONDS', 30),
    keepAliveSeconds: numberOf(env, 'KEEP_ALIVE_SECONDS', 65),
    maxConnections: numberOf(env, 'MAX_CONNECTIONS', 1_000),
    maxConnectionsPerAddress: numberOf(env, 'MAX_CONNECTIONS_PER_ADDRESS', 200),
    webDir: env['WEB_DIR'] || undefined,
    logLevel: env['LOG_LEVEL'] || 'info',
  }
}
