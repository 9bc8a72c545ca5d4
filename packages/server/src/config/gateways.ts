import { existsSync, readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

export interface S3Settings {
  /** Without a slash at the end. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A gateway for text messages, by its description (docs/text-messages.md). */
export interface SmsSettings {
  path: string
  /** Text of that file. */
  description: string
  key: string
  secret: string
}

/** @throws Error for the operator */
export function s3Of(env: Environment): S3Settings | undefined {
  const address = env['S3_ENDPOINT']
  if (!address) return undefined
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Error(`环境变量 S3_ENDPOINT 应为以 http 开头的地址，当前为 ${address}`)
  const required = (name: string): string => {
    const text = env[name]
    if (!text) throw new Error(`设置了 S3_ENDPOINT，还须设置环境变量 ${name}`)
    return text
  }
  return {
    endpoint: address.replace(/\/+$/, ''),
    bucket: required('S3_BUCKET'),
    region: env['S3_REGION'] || 'us-east-1',
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  }
}

/** @throws Error for the operator */
export function smsOf(env: Environment): SmsSettings | undefined {
  const path = env['SMS_GATEWAY']
  if (!path) return undefined
  if (!existsSync(path)) throw new Error(`环境变量 SMS_GATEWAY 所指的文件不存在：${path}`)
  return {
    path,
    description: readFileSync(path, 'utf8'),
    key: env['SMS_KEY'] ?? '',
    secret: env['SMS_SECRET'] ?? '',
  }
}
