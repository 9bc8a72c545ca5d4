import { options, parse } from '../args.ts'
import { ExitCode } from '../exit.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { clientOf, loggedIn, serverOf } from '../settings.ts'

export async function logout(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.plain)
  const server = await serverOf(io, values.server)
  if (server) await clientOf(io, server).logout()
  if (values.json) printJson(io, { loggedOut: true })
  else say(io, '已退出登录')
  return ExitCode.ok
}

export async function whoami(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.plain)
  const client = await loggedIn(io, values.server)
  const info = await client.auth.getInfo({ signal: io.signal })
  if (values.json) {
    printJson(io, info)
    return ExitCode.ok
  }
  const { username, realName, dept, orgName, companyName, roles } = info.user
  const lines = [
    ['账号', username],
    ['姓名', realName],
    ['部门', dept?.name],
    ['单位', companyName ?? orgName],
    ['角色', roles.map(({ name }) => name).join('、')],
  ]
  for (const [caption, value] of lines) if (value) print(io, `${caption}：${value}`)
  return ExitCode.ok
}
