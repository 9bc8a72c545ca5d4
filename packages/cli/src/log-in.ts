import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type AnyXinchuError,
  type LoginForm,
  type LoginResult,
  loginWithOtp,
  totp,
  type XinchuClient,
} from '@xinchu/sdk'
import { isAboutCaptcha, messageOf, UsageError } from './exit.ts'
import { type Io, say } from './io.ts'
import { ask } from './prompt.ts'
import type { LogIn } from './refused.ts'

const CAPTCHA_TRIES = 3
const STEP_MS = 30_000

async function saveImage(dataUrl: string): Promise<string> {
  const [, subtype = 'png', encoding, data = ''] = /^data:image\/([\w+]+)([^,]*),(.*)$/s.exec(dataUrl) ?? []
  const bytes = encoding?.includes('base64')
    ? Buffer.from(data, 'base64')
    : Buffer.from(decodeURIComponent(data))
  const dir = await mkdtemp(join(tmpdir(), 'xinchu-'))
  const path = join(dir, `验证码.${subtype.replace(/\+.*/, '')}`)
  await writeFile(path, bytes, { mode: 0o600 })
  return path
}

/** @throws UsageError if the secret cannot be read */
async function codeFrom(secret: string): Promise<string> {
  try {
    return await totp(secret)
  } catch (error) {
    throw error instanceof RangeError ? new UsageError('XINCHU_OTP_SECRET 不是 Base32 密钥') : error
  }
}

/** A code that was not used yet: each works once, so that a second log-in waits for the next one. */
async function freshCode(io: Io, secret: string, used: Set<string>): Promise<string> {
  if (used.has(await codeFrom(secret))) {
    say(io, '等待下一个动态验证码')
    await setTimeout(STEP_MS - (Date.now() % STEP_MS), undefined, { signal: io.signal })
  }
  const code = await codeFrom(secret)
  used.add(code)
  return code
}

/**
 * Code of the second factor: computed from a secret or given, tried once; otherwise asked for. Tries count towards the lock
 * of the account.
 */
function otpOf(io: Io, used: Set<string>) {
  let isFirst = true
  return async (refusal: AnyXinchuError): Promise<string | undefined> => {
    const { XINCHU_OTP_SECRET: secret, XINCHU_OTP: given } = io.env
    if (secret || given) {
      if (!isFirst) return undefined
      isFirst = false
      return secret ? freshCode(io, secret, used) : given
    }
    if (!isFirst) say(io, messageOf(refusal))
    isFirst = false
    return ask(io, '动态验证码：')
  }
}

/** Log-ins of one command, which asks for the captcha only where the server does: service accounts need none. */
export function askingLogIn(io: Io, { auth }: XinchuClient) {
  const used = new Set<string>()
  return async (login: LogIn, form: LoginForm): Promise<LoginResult> => {
    const askOtp = otpOf(io, used)
    let attempt = form
    for (let tries = 0; ; tries++) {
      try {
        return await loginWithOtp({ login }, attempt, askOtp, { signal: io.signal })
      } catch (error) {
        if (!isAboutCaptcha(error) || tries === CAPTCHA_TRIES) throw error
        if (tries > 0) say(io, messageOf(error))
        const { img, uuid } = await auth.getCaptcha({ signal: io.signal })
        say(io, `验证码图片：${await saveImage(img)}`)
        attempt = { ...form, uuid, code: await ask(io, '验证码：') }
      }
    }
  }
}
