import { isIP } from 'node:net'
import { join } from 'node:path'
import { type S3Settings, type SmsSettings, s3Of, smsOf } from './config/gateways.ts'

/** Settings of the server, each from the environment variable of the same name in capitals. */
export interface Config {
  port: number
  host: string
  /**
   * Proxies whose X-Forwarded-For is trusted: their number (`1`) or addresses (`10.0.0.0/8,127.0.0.1`). By default none,
   * because anyone can send the header; all callers of a proxy then share the limits of one address.
   */
  trustProxy: number | string[] | false
  /** Folder of the embedded database and uploaded files. */
  dataDir: string
  /**
   * S3-compatible store for uploaded files, addressed by path, from S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and
   * S3_SECRET_ACCESS_KEY; by default the data folder keeps them.
   */
  s3: S3Settings | undefined
  /** External PostgreSQL 15 or newer; by default the embedded one. */
  databaseUrl: string | undefined
  /**
   * Fill an empty database with sample data and accounts; by default only the embedded one of a server that
   * listens on this machine alone. In a running server: whether its database has sample data.
   */
  sampleData: boolean
  /** Whether sample data may be served at `host`. */
  mayServeSample: boolean
  /** Platform title, as in `{title} - {platform title}`. */
  title: string
  /** Filing number in the footer of every page. */
  caseNumber: string
  publicSecurityNumber: string
  /** Caption below maps, such as the review number. */
  mapCaption: string
  /** Folder of the operator's maps, one `<code>.json` per division; by default `maps` in the data folder. */
  mapDir: string | undefined
  watermark: boolean
  /** Whether users may change their layout, and whether pages have a footer. */
  showSettings: boolean
  showFooter: boolean
  /** Require a captcha at log-in. Service accounts are always exempt. */
  captcha: boolean
  /** Captchas per address and minute. */
  captchaPerMinute: number
  /** Zero bits of the proof of work that replaces a picture. Each doubles the work. */
  captchaWorkBits: number
  /** Code of all text messages beside sample data. By default generated and shown at start. */
  smsCode: string | undefined
  /** The gateway that delivers text messages; none by default. */
  sms: SmsSettings | undefined
  /** Most text messages in 24 hours. */
  smsDailyMax: number
  /** Lifetime of an access token in seconds. */
  accessSeconds: number
  /** Seconds after which an idle session ends. */
  idleSeconds: number
  /** Maximum lifetime of a session in seconds. */
  absoluteSeconds: number
  /** Lifetime of a service account's session in seconds, independent of use. */
  serviceSeconds: number
  /** Seconds during which the previous refresh token returns the same reply again; at most half the life of a token. */
  refreshGraceSeconds: number
  /** Failed log-ins that lock an account, and the lock's duration in seconds. */
  loginFailures: number
  lockSeconds: number
  /** Days after which a password must be changed; 0 means never. Those of sample accounts never expire. */
  passwordMaxAgeDays: number
  /** The same for service accounts. */
  servicePasswordMaxAgeDays: number
  /** Days within which a one-time password must be used; 0 means that it never expires. */
  oneTimePasswordDays: number
  /** Days before expiry from which the portal warns. */
  passwordWarningDays: number
  /** Registered accounts need confirmation by an office. Default true, except with sample data. */
  registrationReview: boolean | undefined
  /** Second factor at log-in. Default `required-for-reviewers`, with sample data `optional`. */
  secondFactor: SecondFactorPolicy | undefined
  /** Encrypts the secrets of second factors; by default a key kept in the data folder. */
  secondFactorKey: string | undefined
  /** Seconds in which a submission or decision can be undone. Its messages are delayed as long. 0 switches it off. */
  undoSeconds: number
  /** Days after which an author is reminded of a returned record, and again after as many; 0 switches it off. */
  remindDays: number
  /** Days for which audit entries are kept, 180 or more; 0 keeps them for ever. */
  auditDays: number
  /** Days for which events are kept for other systems. */
  eventDays: number
  /** For tests: events may be sent to this machine, also without encryption. */
  webhookLoopback: boolean
  /** Seconds after which a failed delivery is tried again, one after the other; then it is given up. */
  webhookRetrySeconds: readonly number[]
  /** Poll interval for unread messages in seconds, for all streams together. */
  unreadSeconds: number
  /** Poll interval for steps on records that open pages show in seconds, for all pages together. */
  recordSeconds: number
  /** Seconds within which a request's head must arrive. */
  headSeconds: number
  /** Seconds within which a request's body must arrive. Uploads are limited by progress. */
  bodySeconds: number
  /** Keep-alive time in seconds. */
  keepAliveSeconds: number
  /** Maximum connections; also per address, unless TRUST_PROXY is set, when the proxy must limit them. */
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Address under which the public reaches the portal, without a slash at the end. It is printed in documents. */
  publicUrl: string
  /** Folder of the built portal. */
  webDir: string | undefined
  /** Milliseconds that a document waits for its page's first replies; 0 sends it without. */
  documentWaitMs: number
  /** Folder of the built documentation. */
  docsDir: string | undefined
  /** `info` logs a line per call, `warn` only errors, `debug` also the text of messages that are not sent. */
  logLevel: string
}

const SECOND_FACTOR_POLICIES = ['off', 'optional', 'required-for-reviewers'] as const
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number]

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

function secondFactorOf(env: Environment): SecondFactorPolicy | undefined {
  const text = env['SECOND_FACTOR']?.toLowerCase()
  if (!text) return undefined
  const policy = SECOND_FACTOR_POLICIES.find((each) => each === text)
  if (policy) return policy
  throw new Error(`环境变量 SECOND_FACTOR 应为 ${SECOND_FACTOR_POLICIES.join('、')} 之一，当前为 ${text}`)
}

function secondFactorKeyOf(env: Environment): string | undefined {
  const key = env['SECOND_FACTOR_KEY'] || undefined
  if (key !== undefined && key.length < 32) throw new Error('环境变量 SECOND_FACTOR_KEY 应至少32个字符')
  return key
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

function auditDaysOf(env: Environment): number {
  const days = numberOf(env, 'AUDIT_DAYS', 0)
  if ((days > 0 && days < 180) || !Number.isInteger(days))
    throw new Error(`环境变量 AUDIT_DAYS 应为不少于 180 的整数，或为 0（不清理），当前为 ${days}`)
  return days
}

const HOUR = 3_600
/** Three days and a little more, as the Standard Webhooks specification advises. */
const RETRIES = [5, 300, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

function retriesOf(env: Environment): readonly number[] {
  const text = env['WEBHOOK_RETRY_SECONDS']
  if (!text) return RETRIES
  const seconds = text.split(',').map(Number)
  if (seconds.every((each) => each > 0)) return seconds
  throw new Error(`环境变量 WEBHOOK_RETRY_SECONDS 应为以逗号分隔的秒数，当前为 ${text}`)
}

function databaseUrlOf(env: Environment): string | undefined {
  const text = env['DATABASE_URL']
  if (text?.trim() === '') throw new Error('DATABASE_URL 为空；使用内嵌数据库请删除该变量')
  return text
}

/** Whether an address is of this machine alone. */
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)

const hostOf = (env: Environment) => env['HOST'] || '127.0.0.1'

/**
 * The sample accounts and their password are public: other machines reach it only if asked for by name. A database that has
 * them is served to this machine also if a new one would get none.
 */
const mayServeSampleOf = (env: Environment) => isLoopback(hostOf(env)) || asksForSample(env)

const isSampleOf = (env: Environment) =>
  sampleFlag(env, env['DATABASE_URL'] === undefined && isLoopback(hostOf(env)))

/** The setting, also by its name of the version before. */
const sampleFlag = (env: Environment, otherwise: boolean) =>
  flagOf(env, 'SAMPLE_DATA', flagOf(env, 'DEMO_DATA', otherwise))

/** Whether the settings ask for sample data by name. */
export const asksForSample = (env: Environment): boolean => sampleFlag(env, false)

function sampleCodeOf(env: Environment): string | undefined {
  const code = env['SMS_CODE'] || undefined
  if (code === undefined) return undefined
  if (!isSampleOf(env)) throw new Error('环境变量 SMS_CODE 只能用于演示数据')
  if (!/^\d{6}$/.test(code)) throw new Error('环境变量 SMS_CODE 应为6位数字')
  return code
}

function publicUrlOf(env: Environment): string {
  const text = env['PUBLIC_URL'] || `http://127.0.0.1:${env['PORT'] || 8080}`
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new Error(`环境变量 PUBLIC_URL 应为以 http 开头的地址，当前为 ${text}`)
  return text.replace(/\/+$/, '')
}

/** How long sessions and passwords live. */
function lifetimesOf(env: Environment) {
  const accessSeconds = numberOf(env, 'ACCESS_SECONDS', 1_800)
  const grace = numberOf(env, 'REFRESH_GRACE_SECONDS', 30)
  return {
    accessSeconds,
    idleSeconds: numberOf(env, 'IDLE_SECONDS', 1_800),
    absoluteSeconds: numberOf(env, 'ABSOLUTE_SECONDS', 43_200),
    serviceSeconds: numberOf(env, 'SERVICE_SECONDS', 86_400),
    // A repeated refresh gets the same tokens again; they must still be valid for a while.
    refreshGraceSeconds: Math.min(grace, accessSeconds / 2),
    loginFailures: numberOf(env, 'LOGIN_FAILURES', 5),
    lockSeconds: numberOf(env, 'LOCK_SECONDS', 900),
    passwordMaxAgeDays: numberOf(env, 'PASSWORD_MAX_AGE_DAYS', 90),
    oneTimePasswordDays: numberOf(env, 'ONE_TIME_PASSWORD_DAYS', 7),
    servicePasswordMaxAgeDays: numberOf(env, 'SERVICE_PASSWORD_MAX_AGE_DAYS', 0),
    passwordWarningDays: numberOf(env, 'PASSWORD_WARNING_DAYS', 14),
  }
}

/**
 * Reads the settings.
 * @throws Error with a message for the operator if one is invalid
 */
export function readConfig(env: Environment): Config {
  return {
    port: numberOf(env, 'PORT', 8080),
    host: hostOf(env),
    trustProxy: trustProxyOf(env),
    dataDir: env['DATA_DIR'] || join(process.cwd(), 'data'),
    s3: s3Of(env),
    databaseUrl: databaseUrlOf(env),
    sampleData: isSampleOf(env),
    mayServeSample: mayServeSampleOf(env),
    title: env['TITLE'] || '全国新型储能大数据平台',
    caseNumber: env['CASE_NUMBER'] || '京ICP备00000000号',
    publicSecurityNumber: env['PUBLIC_SECURITY_NUMBER'] || '京公网安备00000000000000号',
    mapCaption: env['MAP_CAPTION'] || '',
    mapDir: env['MAP_DIR'] || undefined,
    watermark: flagOf(env, 'WATERMARK', false),
    showSettings: flagOf(env, 'SHOW_SETTINGS', true),
    showFooter: flagOf(env, 'SHOW_FOOTER', true),
    captcha: flagOf(env, 'CAPTCHA', true),
    captchaPerMinute: numberOf(env, 'CAPTCHA_PER_MINUTE', 60),
    captchaWorkBits: numberOf(env, 'CAPTCHA_WORK_BITS', 17),
    smsCode: sampleCodeOf(env),
    sms: smsOf(env),
    smsDailyMax: numberOf(env, 'SMS_DAILY_MAX', 20_000),
    ...lifetimesOf(env),
    registrationReview: env['REGISTRATION_REVIEW'] ? flagOf(env, 'REGISTRATION_REVIEW', true) : undefined,
    secondFactor: secondFactorOf(env),
    secondFactorKey: secondFactorKeyOf(env),
    undoSeconds: numberOf(env, 'UNDO_SECONDS', 10),
    remindDays: numberOf(env, 'REMIND_DAYS', 7),
    auditDays: auditDaysOf(env),
    eventDays: numberOf(env, 'EVENT_DAYS', 90),
    webhookLoopback: flagOf(env, 'WEBHOOK_LOOPBACK', false),
    webhookRetrySeconds: retriesOf(env),
    unreadSeconds: numberOf(env, 'UNREAD_SECONDS', 3),
    recordSeconds: numberOf(env, 'RECORD_SECONDS', 0.5),
    headSeconds: numberOf(env, 'HEAD_SECONDS', 10),
    bodySeconds: numberOf(env, 'BODY_SECONDS', 30),
    keepAliveSeconds: numberOf(env, 'KEEP_ALIVE_SECONDS', 65),
    maxConnections: numberOf(env, 'MAX_CONNECTIONS', 1_000),
    maxConnectionsPerAddress: numberOf(env, 'MAX_CONNECTIONS_PER_ADDRESS', 200),
    publicUrl: publicUrlOf(env),
    webDir: env['WEB_DIR'] || undefined,
    documentWaitMs: numberOf(env, 'DOCUMENT_WAIT_MS', 250),
    docsDir: env['DOCS_DIR'] || undefined,
    logLevel: env['LOG_LEVEL'] || 'info',
  }
}
