import { operations } from '@xinchu/sdk/operations'
import { keyOf } from './contract.ts'
import { codeOf, detailLines, ExitCode, exitCodeOf, messageOf, PlanExitCode, UsageError } from './exit.ts'
import { isVerbose, splitGlobals } from './globals.ts'
import { HELP, helpOfCommand } from './help.ts'
import { type Io, print, printJson, say } from './io.ts'
import { suggestion } from './nearest.ts'

type Command = (args: readonly string[], io: Io) => Promise<number>

// Loaded when they are run: the start of one does not pay for the others.
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  login: async () => (await import('./commands/login.ts')).login,
  logout: async () => (await import('./commands/account.ts')).logout,
  whoami: async () => (await import('./commands/account.ts')).whoami,
  template: async () => (await import('./commands/template.ts')).template,
  import: async () => (await import('./commands/import.ts')).importFile,
  plan: async () => (await import('./commands/plan.ts')).plan,
  apply: async () => (await import('./commands/apply.ts')).apply,
  projects: async () => (await import('./commands/projects.ts')).projects,
  demo: async () => (await import('./commands/demo.ts')).demo,
  remarks: async () => (await import('./commands/remarks.ts')).remarks,
  rules: async () => (await import('./commands/rules.ts')).rules,
  audit: async () => (await import('./commands/audit.ts')).audit,
  bulletin: async () => (await import('./commands/bulletin.ts')).bulletin,
  listen: async () => (await import('./commands/listen.ts')).listen,
  conformance: async () => (await import('./commands/conformance.ts')).conformance,
  call: async () => (await import('./commands/call.ts')).call,
  completion: async () => (await import('./commands/completion.ts')).completion,
}

/** The command of these words: one of its own, or an operation of the contract. */
async function commandOf([name = '', ...args]: readonly string[]): Promise<(io: Io) => Promise<number>> {
  const key = keyOf(name, args[0] ?? '')
  if (key) {
    const { operation } = await import('./commands/operation.ts')
    return (io) => operation(key, args.slice(1), io)
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load) {
    const command = await load()
    return (io) => command(args, io)
  }
  if (Object.hasOwn(operations, name))
    throw new UsageError(
      args[0]
        ? `没有操作 ${name} ${args[0]}${suggestion(args[0], Object.keys(operations[name] ?? {}), `${name} `)}`
        : `缺少操作，执行 xinchu ${name} --help 查看`,
    )
  const known = [...Object.keys(commands), ...Object.keys(operations)]
  throw new UsageError(name === '' ? '缺少命令' : `没有命令 ${name}${suggestion(name, known)}`)
}

async function helpOf([name = '', verb = '']: readonly string[]): Promise<string> {
  const key = keyOf(name, verb)
  const own = helpOfCommand(name)
  if (!Object.hasOwn(operations, name)) return own ?? `${HELP}\n\n资源：${Object.keys(operations).join('、')}`
  const { operationHelp, resourceHelp } = await import('./operation-help.ts')
  if (key) return operationHelp(name, verb, key)
  // A resource may have commands beside its operations.
  return [await resourceHelp(name), own].filter(Boolean).join('\n\n')
}

const isHelp = (word: string | undefined) => word === 'help' || word === '-h' || word === '--help'

const asksForJson = (args: readonly string[]) =>
  args.some(
    (word, at) =>
      word === '--json' || word === '--output=json' || (word === 'json' && args[at - 1] === '--output'),
  )

/** Tells a failure and what helps, and returns the exit code. */
async function tellFailure(io: Io, [name, ...args]: readonly string[], error: unknown): Promise<number> {
  const [{ addressAdvice }, { passwordAdvice }] = await Promise.all([
    import('./address.ts'),
    import('./refused.ts'),
  ])
  const address = await addressAdvice(io, error).catch(() => undefined)
  const kind = address?.exitCode ?? exitCodeOf(error)
  const isUsage = kind === ExitCode.usage
  // A plan that ends with 2 has changes.
  const exitCode = isUsage && name === 'plan' ? PlanExitCode.failure : kind
  const advice = address?.message ?? passwordAdvice(error)
  if (asksForJson(args))
    printJson(io, { error: messageOf(error), ...codeOf(error), ...(advice ? { advice } : {}), exitCode })
  say(io, messageOf(error))
  if (advice) say(io, advice)
  if (isVerbose(io)) for (const line of detailLines(error)) say(io, line)
  if (isUsage) say(io, '执行 xinchu help 查看用法')
  return exitCode
}

/** Runs one command line and returns its exit code. Never rejects. */
export async function run(argv: readonly string[], given: Io, version: string): Promise<number> {
  if (argv[0] === '__complete') {
    const { complete } = await import('./commands/completion.ts')
    return complete(argv.slice(1), Object.keys(commands), given).catch(() => ExitCode.failure)
  }
  let words = argv
  let io = given
  try {
    ;({ words, io } = splitGlobals(argv, given))
    if (words[0] === '-v' || words[0] === '--version') print(io, version)
    else if (
      words.length === 0 ||
      words.some((word, at) => (at === 0 ? isHelp(word) : word === '-h' || word === '--help'))
    )
      print(io, await helpOf(words.filter((word) => !isHelp(word))))
    else return await (await commandOf(words))(io)
    return ExitCode.ok
  } catch (error) {
    return tellFailure(io, words, error)
  }
}
