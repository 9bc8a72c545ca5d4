import { join } from 'node:path'
import { type Environment, readSettings, SettingsError } from './config/environment.ts'
import { type S3Settings, type SmsSettings, s3Of, smsOf } from './config/gateways.ts'
import type { Given } from './config/settings.ts'

export type { SecondFactorPolicy } from './config/settings.ts'

type Parts = 's3Endpoint' | 's3Bucket' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey'
type Gateway = 'smsGateway' | 'smsKey' | 'smsSecret'

/** Settings of the server. */
export interface Config
  extends Omit<Given, Parts | Gateway | 'publicUrl' | 'dataDir' | 'sampleData' | 'drainSeconds'> {
  /** Store of uploaded files; by default the data folder keeps them. */
  s3: S3Settings | undefined
  /** The gateway that delivers text messages; none by default. */
  sms: SmsSettings | undefined
  /** Folder of the embedded database and uploaded files. */
  dataDir: string
  /** How long the server still serves after a signal to end. */
  drainSeconds: number
  /** Address under which the public reaches the portal, without a slash at the end. It is printed in documents. */
  publicUrl: string
  /**
   * Fill an empty database with sample data and accounts; by default only the embedded one of a server that
   * listens on this machine alone. In a running server: whether its database has sample data.
   */
  sampleData: boolean
  /** Whether sample data may be served at `host`. */
  mayServeSample: boolean
}

/** Whether an address is of this machine alone. */
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)

const isSampleOf = ({ sampleData, databaseUrl, host }: Given) =>
  sampleData ?? (databaseUrl === undefined && isLoopback(host))

/** Whether the settings ask for sample data by name. */
export const asksForSample = (env: Environment): boolean => readSettings(env).given.sampleData === true

/** Rules about several settings at once. Each throws a SettingsError. */
const RULES: readonly ((given: Given, env: Environment) => unknown)[] = [
  s3Of,
  smsOf,
  (_given, env) => {
    if (env['DATABASE_URL']?.trim() === '')
      throw new SettingsError(['DATABASE_URL 为空；使用内嵌数据库请删除该变量'])
  },
  (given) => {
    if (given.smsCode !== undefined && !isSampleOf(given))
      throw new SettingsError(['设置 SMS_CODE 只能用于演示数据'])
  },
]

function brokenRules(given: Given, env: Environment): string[] {
  return RULES.flatMap((rule) => {
    try {
      rule(given, env)
      return []
    } catch (error) {
      if (error instanceof SettingsError) return error.problems
      throw error
    }
  })
}

/**
 * Reads the settings.
 * @throws SettingsError with all problems, for the operator
 */
export function readConfig(env: Environment): Config {
  const { given, problems } = readSettings(env)
  const found = [...problems, ...brokenRules(given, env)]
  if (found.length > 0) throw new SettingsError(found)
  const { port, host, publicUrl, dataDir, databaseUrl, accessSeconds, refreshGraceSeconds } = given
  return {
    ...given,
    s3: s3Of(given),
    sms: smsOf(given),
    dataDir: dataDir ?? join(process.cwd(), 'data'),
    // Only other copies can take over.
    drainSeconds: given.drainSeconds ?? (databaseUrl === undefined ? 0 : 5),
    publicUrl: publicUrl ?? `http://127.0.0.1:${port}`,
    sampleData: isSampleOf(given),
    // The sample accounts and their password are public: other machines reach it only if asked for by name. A database that
    // has them is served to this machine also if a new one would get none.
    mayServeSample: isLoopback(host) || given.sampleData === true,
    // A repeated refresh gets the same tokens again; they must still be valid for a while.
    refreshGraceSeconds: Math.min(refreshGraceSeconds, accessSeconds / 2),
  }
}
