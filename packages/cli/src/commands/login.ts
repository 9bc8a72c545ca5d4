import { isSession, type LoginForm, type LoginResult, type XinchuClient } from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { ExitCode, isWrongPassword, RefusedBeforeError } from '../exit.ts'
import { changePassword, mustChange } from '../first-day.ts'
import { isTryingAgain } from '../globals.ts'
import { type Io, printJson, say } from '../io.ts'
import { askingLogIn } from '../log-in.ts'
import { needed, type PasswordOptions, passwordsOf } from '../new-password.ts'
import { ask } from '../prompt.ts'
import { careful } from '../refused.ts'
import { clientOf, noPlace, refusedFile, saveServer, serverOf } from '../settings.ts'

interface Opened {
  result: LoginResult
  /** How the new password was used; undefined if none was given. */
  change?: 'changed' | 'earlier' | 'unused' | undefined
}

const isRefused = (error: unknown) => isWrongPassword(error) || error instanceof RefusedBeforeError

/** Logs in with the password, or with the new one if an earlier run has changed it without learning so. */
async function eitherOf(
  logIn: (form: LoginForm) => Promise<LoginResult>,
  form: LoginForm,
  next: string | undefined,
): Promise<{ result: LoginResult; form: LoginForm }> {
  try {
    return { result: await logIn(form), form }
  } catch (error) {
    if (next === undefined || !isRefused(error)) throw error
    const other = { ...form, password: next }
    const result = await logIn(other).catch((reason: unknown) => {
      throw isRefused(reason) ? error : reason
    })
    return { result, form: other }
  }
}

/** Logs in, and changes the password where the account may do nothing before. A failure leaves no session behind. */
async function opened(
  io: Io,
  client: XinchuClient,
  { server, username, options }: { server: string; username: string; options: PasswordOptions },
): Promise<Opened> {
  const { password, next } = await passwordsOf(io, options)
  const asking = askingLogIn(io, client)
  const by = (again: boolean) => {
    const logIn = careful(refusedFile(io, server), client.login, again)
    return (form: LoginForm) => asking(logIn, form)
  }
  const { result, form } = await eitherOf(by(isTryingAgain(io)), { username, password }, next)
  if (!isSession(result) || !mustChange(result)) {
    if (next === undefined) return { result }
    return { result, change: form.password === password ? 'unused' : 'earlier' }
  }
  try {
    const changing = { client, flag: result.flag ?? '', logIn: by(true) }
    return { result: await changePassword(io, changing, form, { ...options, next }), change: 'changed' }
  } catch (error) {
    await client.logout()
    throw error
  }
}

function tell(io: Io, change: Opened['change'], name: string): void {
  if (change === 'earlier') say(io, '密码此前已改为新密码')
  if (change === 'unused') say(io, '该账号无须修改密码，新密码未使用')
  say(io, `已登录：${name}`)
}

export async function login(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.login)
  const given = await serverOf(io, (await serverOf(io, values.server)) ?? (await ask(io, '服务器地址：')))
  const server = needed(given ?? '', '服务器地址')
  const client = clientOf(io, server)
  const why = await noPlace(io)
  if (why) {
    say(io, `无法保存会话（${why}），请以环境变量 XINCHU_CONFIG_DIR 指定可写的目录`)
    return ExitCode.failure
  }
  const username = needed(values.username ?? (await ask(io, '登录账号：')), '登录账号')

  const { result, change } = await opened(io, client, { server, username, options: values })
  if (!isSession(result)) {
    say(io, '账号信息尚未完善，请先在网页登录并完善')
    return ExitCode.failure
  }
  if (result.user?.user.mustEnrol) {
    await client.logout()
    say(io, '须先启用两步验证，请在网页登录后启用')
    return ExitCode.failure
  }
  await saveServer(io, server)
  const user = result.user?.user
  if (values.json)
    printJson(io, {
      server,
      username: user?.username ?? username,
      ...(change ? { passwordChanged: change !== 'unused' } : {}),
    })
  else tell(io, change, user?.realName ?? username)
  return ExitCode.ok
}
