import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AnyXinchuError,
  isSession,
  isXinchuError,
  type LoginForm,
  type LoginResult,
  loginWithOtp,
  totp,
  type XinchuClient,
} from '@xinchu/sdk'
import { codes } from '@xinchu/validators'
import { options, parse } from '../args.ts'
import { ExitCode, messageOf, UsageError } from '../exit.ts'
import { type Io, printJson, say } from '../io.ts'
import { ask, askSecretly, readAll } from '../prompt.ts'
import { clientOf, noPlace, saveServer, serverOf } from '../settings.ts'

const CAPTCHA_TRIES = 3

const CAPTCHA: ReadonlySet<string> = new Set([codes.captcha, codes.captchaExpired, codes.captchaNeeded])

const asksForCaptcha = (error: unknown) =>
  isXinchuError(error) &&
  error.kind === 'validation' &&
  (CAPTCHA.has(error.code ?? '') || error.errors.some(({ field }) => field === 'code' || field === 'uuid'))

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

/**
 * Code of the second factor: computed from a secret or given, tried once; otherwise asked for. Tries count towards the lock
 * of the account.
 */
function otpOf(io: Io) {
  let isFirst = true
  return async (refusal: AnyXinchuError): Promise<string | undefined> => {
    const { XINCHU_OTP_SECRET: secret, XINCHU_OTP: given } = io.env
    if (secret || given) {
      if (!isFirst) return undefined
      isFirst = false
      return secret ? codeFrom(secret) : given
    }
    if (!isFirst) say(io, messageOf(refusal))
    isFirst = false
    return ask(io, '动态验证码：')
  }
}

/** Logs in; asks for the captcha only where the server does, since service accounts need none. */
async function logIn(io: Io, client: XinchuClient, form: LoginForm): Promise<LoginResult> {
  const askOtp = otpOf(io)
  let attempt: LoginForm = form
  for (let tries = 0; ; tries++) {
    try {
      return await loginWithOtp(client, attempt, askOtp, { signal: io.signal })
    } catch (error) {
      if (!asksForCaptcha(error) || tries === CAPTCHA_TRIES) throw error
      if (tries > 0) say(io, messageOf(error))
      const { img, uuid } = await client.auth.getCaptcha({ signal: io.signal })
      say(io, `验证码图片：${await saveImage(img)}`)
      attempt = { ...form, uuid, code: await ask(io, '验证码：') }
    }
  }
}

async function passwordOf(io: Io, fromStdin: boolean | undefined): Promise<string> {
  if (fromStdin) return readAll(io)
  return io.env['XINCHU_PASSWORD'] ?? (await askSecretly(io, '密码：'))
}

const needed = (text: string, what: string) => {
  if (text === '') throw new UsageError(`${what}不能为空`)
  return text
}

export async function login(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.login)
  const server = await serverOf(io, (await serverOf(io, values.server)) ?? (await ask(io, '服务器地址：')))
  const client = clientOf(io, needed(server ?? '', '服务器地址'))
  const why = await noPlace(io)
  if (why) {
    say(io, `无法保存会话（${why}），请以环境变量 XINCHU_CONFIG_DIR 指定可写的目录`)
    return ExitCode.failure
  }
  const username = needed(values.username ?? (await ask(io, '登录账号：')), '登录账号')
  const password = needed(await passwordOf(io, values['password-stdin']), '密码')

  const result = await logIn(io, client, { username, password })
  if (!isSession(result)) {
    say(io, '账号信息尚未完善，请先在网页登录并完善')
    return ExitCode.failure
  }
  if (result.user?.user.mustEnrol) {
    await client.logout()
    say(io, '须先启用两步验证，请在网页登录后启用')
    return ExitCode.failure
  }
  if (result.flag && result.flag !== 'not') {
    await client.logout()
    say(io, '须先修改密码，请在网页登录后修改')
    return ExitCode.failure
  }
  await saveServer(io, needed(server ?? '', '服务器地址'))
  const user = result.user?.user
  if (values.json) printJson(io, { server, username: user?.username ?? username })
  else say(io, `已登录：${user?.realName ?? username}`)
  return ExitCode.ok
}
