import { existsSync, readFileSync } from 'node:fs'
import { SettingsError } from './environment.ts'
import { type Given, variableOf } from './settings.ts'

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

const REQUIRED = ['s3Bucket', 's3AccessKeyId', 's3SecretAccessKey'] as const

/**
 * S3-compatible store of uploaded files; none if the data folder keeps them.
 * @throws SettingsError
 */
export function s3Of(given: Given): S3Settings | undefined {
  const { s3Endpoint, s3Bucket = '', s3Region, s3AccessKeyId = '', s3SecretAccessKey = '' } = given
  if (s3Endpoint === undefined) return undefined
  const missing = REQUIRED.filter((name) => given[name] === undefined).map(variableOf)
  if (missing.length > 0) throw new SettingsError([`设置了 S3_ENDPOINT，还须设置 ${missing.join('、')}`])
  return {
    endpoint: s3Endpoint,
    bucket: s3Bucket,
    region: s3Region,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
  }
}

/**
 * The gateway that delivers text messages; none by default.
 * @throws SettingsError
 */
export function smsOf({ smsGateway: path, smsKey = '', smsSecret = '' }: Given): SmsSettings | undefined {
  if (path === undefined) return undefined
  if (!existsSync(path)) throw new SettingsError([`设置 SMS_GATEWAY 所指的文件不存在：${path}`])
  return { path, description: readFileSync(path, 'utf8'), key: smsKey, secret: smsSecret }
}
