import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { createApp } from './app.ts'
import { runCommand } from './commands/run.ts'
import { type Config, readConfig } from './config.ts'
import { makeDataFolder } from './db/data-folder.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { withStartLock } from './db/start-lock.ts'
import { DEMO_PASSWORD } from './domain/auth/demo-password.ts'
import { isDemonstration } from './domain/platform/demonstration.ts'
import { LogSink } from './runtime/log-sink.ts'
import { packageRoot } from './runtime/package-root.ts'
import { endInOrder, leave } from './runtime/shutdown.ts'
import { startProblem } from './runtime/start-problem.ts'
import { demoAccounts } from './seed/accounts.ts'
import { fillDatabase, makeAdministrator } from './seed/prepare.ts'

const sink = new LogSink(1)
const say = (text: string): void => sink.write(`${text}\n`)

const sayWaiting = (): void => say('另一台正在建库，等待……')

const randomDigits = () => String(randomInt(1_000_000)).padStart(6, '0')

function announce(address: string, firstPassword: string | undefined): void {
  say(`\n新储已启动：${address}`)
  say(`开发文档：${address}/docs/`)
  if (firstPassword) say(`管理员账号 admin，初始密码 ${firstPassword}（仅显示这一次，首次登录须修改）`)
}

function announceDemo(smsCode: string | undefined): void {
  say(`\n演示账号（密码均为 ${DEMO_PASSWORD}）：`)
  for (const { username, title } of demoAccounts) say(`  ${username.padEnd(16)}${title}`)
  say(`\n演示短信验证码：${smsCode}（不会真正发送短信）\n`)
}

/** The built files of another package of the repository, if they are there. */
function builtBeside(name: string): string | undefined {
  const folder = join(packageRoot, `../${name}/dist`)
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}

async function start(): Promise<void> {
  const fromEnvironment = readConfig(process.env)
  const config = {
    ...fromEnvironment,
    webDir: fromEnvironment.webDir ?? builtBeside('web'),
    docsDir: fromEnvironment.docsDir ?? builtBeside('docs'),
  }
  const template = join(packageRoot, 'dist/template.tar')
  makeDataFolder(config.dataDir)
  say('正在打开数据库……')
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    template,
    onWait: sayWaiting,
  })
  try {
    await serve(opened, config)
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

async function serve(opened: OpenDatabase, config: Config): Promise<void> {
  const { db, background } = opened
  const fill = () => fillDatabase(db, config, new Date())
  // The embedded database has one session and belongs to this process alone.
  const locked = <T>(work: () => Promise<T>) =>
    opened.engine === 'embedded' ? work() : withStartLock(db, work, sayWaiting)
  await locked(fill)
  const isDemo = await isDemonstration(db)
  if (isDemo && !config.mayServeDemo)
    throw new Error(
      `此库为演示数据，账号与密码公开，而 HOST 不是本机（${config.host}）；要对外演示请设 DEMO_DATA=on`,
    )
  // A demonstration delivers no text messages. The terminal shows their common code.
  const smsCode = config.smsCode ?? (isDemo ? randomDigits() : undefined)
  const app = await createApp({
    db,
    background,
    config: { ...config, smsCode },
    logStream: sink,
    isAlone: opened.engine === 'embedded',
  })
  endInOrder({
    log: app.log,
    sink,
    async close() {
      await app.close()
      await opened.close()
    },
  })
  const address = await app.listen({ port: config.port, host: config.host })
  // Only now, so that a start that fails leaves no administrator whose password nobody has seen.
  const firstPassword = await locked(() => makeAdministrator(db))
  announce(address, firstPassword)
  if (firstPassword && config.databaseUrl === undefined && !config.mayServeDemo)
    say('未写入演示数据：HOST 不是本机；要演示请设 DEMO_DATA=on')
  if (isDemo) announceDemo(smsCode)
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.length === 0 || args[0] === 'start') return start()
  const isTerminal = isatty(1)
  process.exitCode = await runCommand(args, readConfig(process.env), { isTerminal, say })
}

main().catch((error: unknown) => {
  process.stderr.write(`${startProblem(error)}\n`)
  void leave(1, sink)
})
