import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { createApp } from './app.ts'
import { runCheck } from './commands/check/run.ts'
import { runCommand } from './commands/run.ts'
import { asksForSample, type Config, readConfig } from './config.ts'
import { makeDataFolder } from './db/data-folder.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { withStartLock } from './db/start-lock.ts'
import { SAMPLE_PASSWORD } from './domain/auth/sample-password.ts'
import { isSampleDatabase, type SampleAccount } from './domain/platform/sample.ts'
import { Drain } from './runtime/drain.ts'
import { LogSink } from './runtime/log-sink.ts'
import { packageRoot } from './runtime/package-root.ts'
import { endInOrder, leave } from './runtime/shutdown.ts'
import { startProblem } from './runtime/start-problem.ts'
import { fillDatabase, type LoadSample, makeAdministrator } from './seed/prepare.ts'

/** Accounts and records for a platform that shows how it works. The server itself has none. */
export interface Sample {
  accounts: readonly SampleAccount[]
  load: LoadSample
}

const sink = new LogSink(1)
const say = (text: string): void => sink.write(`${text}\n`)

const sayWaiting = (): void => say('另一台正在建库，等待……')

const randomDigits = () => String(randomInt(1_000_000)).padStart(6, '0')

function announce(address: string, firstPassword: string | undefined): void {
  say(`\n新储已启动：${address}`)
  say(`开发文档：${address}/docs/`)
  if (firstPassword) say(`管理员账号 admin，初始密码 ${firstPassword}（仅显示这一次，首次登录须修改）`)
}

function announceSample(accounts: Sample['accounts'], smsCode: string | undefined): void {
  if (accounts.length > 0) say(`\n演示账号（密码均为 ${SAMPLE_PASSWORD}）：`)
  for (const { username, title } of accounts) say(`  ${username.padEnd(16)}${title}`)
  say(`\n演示短信验证码：${smsCode}（不会真正发送短信）\n`)
}

/** The built files of another package of the repository, if they are there. */
function builtBeside(name: string): string | undefined {
  const folder = join(packageRoot, `../${name}/dist`)
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}

/** Starts the server with sample data at hand. */
const SAMPLE_START = 'node packages/sample/dist/main.js'

/** Ends a start that asks for sample data where there are none, and tells of the setting's earlier name. */
function checkSetting(sample: Sample | undefined): void {
  if (process.env['DEMO_DATA'] !== undefined)
    say('环境变量 DEMO_DATA 已更名为 SAMPLE_DATA，下一版本起不再读取旧名')
  if (!sample && asksForSample(process.env))
    throw new Error(`SAMPLE_DATA=on 需要演示数据包 @xinchu/sample，请改用 ${SAMPLE_START} 启动`)
}

async function start(sample: Sample | undefined): Promise<void> {
  checkSetting(sample)
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
    await serve(opened, config, sample)
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

async function serve(opened: OpenDatabase, config: Config, sample: Sample | undefined): Promise<void> {
  const { db, background } = opened
  const fill = () => fillDatabase(db, config.sampleData ? sample?.load : undefined, new Date())
  // The embedded database has one session and belongs to this process alone.
  const locked = <T>(work: () => Promise<T>) =>
    opened.engine === 'embedded' ? work() : withStartLock(db, work, sayWaiting)
  await locked(fill)
  const isSample = await isSampleDatabase(db)
  if (isSample && !config.mayServeSample) {
    const how = `请设 SAMPLE_DATA=on${sample ? '' : `，并改用 ${SAMPLE_START} 启动`}`
    throw new Error(`此库为演示数据，账号与密码公开，而 HOST 不是本机（${config.host}）；要对外演示${how}`)
  }
  // With sample data no text message is delivered. The terminal shows their common code.
  const smsCode = config.smsCode ?? (isSample ? randomDigits() : undefined)
  const accounts = sample?.accounts ?? []
  const drain = new Drain()
  const app = await createApp({
    db,
    background,
    drain,
    config: { ...config, smsCode },
    sampleAccounts: accounts,
    logStream: sink,
    isAlone: opened.engine === 'embedded',
  })
  endInOrder({
    log: app.log,
    sink,
    drain,
    ...config,
    async close() {
      await app.close()
      await opened.close()
    },
  })
  const address = await app.listen({ port: config.port, host: config.host })
  // Only now, so that a start that fails leaves no administrator whose password nobody has seen.
  const firstPassword = await locked(() => makeAdministrator(db))
  announce(address, firstPassword)
  if (sample && firstPassword && config.databaseUrl === undefined && !config.mayServeSample)
    say('未写入演示数据：HOST 不是本机；要演示请设 SAMPLE_DATA=on')
  if (isSample) announceSample(accounts, smsCode)
}

async function run(args: readonly string[], sample: Sample | undefined): Promise<void> {
  if (args.length === 0 || args[0] === 'start') return start(sample)
  if (args[0] === 'check' && args.slice(1).every((each) => each === '--json')) {
    const isJson = args.includes('--json')
    process.exitCode = (await runCheck(process.env, { isJson, say })) ? 0 : 1
    return
  }
  const isTerminal = isatty(1)
  process.exitCode = await runCommand(args, readConfig(process.env), { isTerminal, say })
}

/**
 * Starts the server, or runs a command of its operator. Ends the process with 1 and a line of why if that fails.
 * @param sample what an empty database is filled with if the settings ask for it
 */
export function runServer(args: readonly string[], sample?: Sample): void {
  run(args, sample).catch((error: unknown) => {
    process.stderr.write(`${startProblem(error)}\n`)
    void leave(1, sink)
  })
}
