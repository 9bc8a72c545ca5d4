import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { prepareDatabase } from './db/prepare.ts'
import { DEMO_PASSWORD, demoAccounts } from './db/seed/accounts.ts'
import { packageRoot } from './runtime/package-root.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function announce(address: string, isDemo: boolean, firstPassword: string | undefined): void {
  say(`\n新储已启动：${address}`)
  if (firstPassword) say(`管理员账号 admin，初始密码 ${firstPassword}（仅显示这一次，首次登录须修改）`)
  if (!isDemo) return
  say(`\n演示账号（密码均为 ${DEMO_PASSWORD}）：`)
  for (const { username, title } of demoAccounts) say(`  ${username.padEnd(16)}${title}`)
  say('')
}

async function start(): Promise<void> {
  const fromEnvironment = readConfig(process.env)
  const builtPortal = join(packageRoot, '../web/dist')
  const config = {
    ...fromEnvironment,
    webDir: fromEnvironment.webDir ?? (existsSync(builtPortal) ? builtPortal : undefined),
  }
  const template = join(packageRoot, 'dist/template.tar')
  say('正在打开数据库……')
  const opened = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, template })
  const firstPassword = await prepareDatabase(opened.db, config, new Date())
  const { db, background } = opened
  const app = await createApp({ db, background, config, isAlone: opened.engine === 'embedded' })

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await app.close()
    await opened.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const address = await app.listen({ port: config.port, host: config.host })
  const demo = await opened.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'demo')
    .executeTakeFirst()
  announce(address, demo?.value === 'true', firstPassword)
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
