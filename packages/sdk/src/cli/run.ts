import { logout, whoami } from './commands/account.ts'
import { apply } from './commands/apply.ts'
import { audit } from './commands/audit.ts'
import { bulletin } from './commands/bulletin.ts'
import { call } from './commands/call.ts'
import { demo } from './commands/demo.ts'
import { importFile } from './commands/import.ts'
import { listen } from './commands/listen.ts'
import { login } from './commands/login.ts'
import { plan } from './commands/plan.ts'
import { projects } from './commands/projects.ts'
import { remarks } from './commands/remarks.ts'
import { rules } from './commands/rules.ts'
import { template } from './commands/template.ts'
import { codeOf, ExitCode, exitCodeOf, messageOf, PlanExitCode, UsageError } from './exit.ts'
import { HELP } from './help.ts'
import { type Io, print, printJson, say } from './io.ts'

const commands: Readonly<Record<string, (args: readonly string[], io: Io) => Promise<number>>> = {
  login,
  logout,
  whoami,
  template,
  import: importFile,
  plan,
  apply,
  projects,
  demo,
  remarks,
  rules,
  audit,
  bulletin,
  listen,
  call,
}

const isHelp = (word: string | undefined) => word === 'help' || word === '-h' || word === '--help'

/** Runs one command line and returns its exit code. Never rejects. */
export async function run(argv: readonly string[], io: Io, version: string): Promise<number> {
  const [name, ...args] = argv
  if (name === '-v' || name === '--version') {
    print(io, version)
    return ExitCode.ok
  }
  if (isHelp(name) || args.some((word) => word === '-h' || word === '--help')) {
    print(io, HELP)
    return ExitCode.ok
  }
  try {
    const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new UsageError(name === undefined ? '缺少命令' : `没有命令 ${name}`)
    return await command(args, io)
  } catch (error) {
    const kind = exitCodeOf(error)
    const isUsage = kind === ExitCode.usage
    // A plan that ends with 2 has changes.
    const exitCode = isUsage && name === 'plan' ? PlanExitCode.failure : kind
    if (args.includes('--json')) printJson(io, { error: messageOf(error), ...codeOf(error), exitCode })
    say(io, messageOf(error))
    if (isUsage) say(io, '执行 xinchu help 查看用法')
    return exitCode
  }
}
