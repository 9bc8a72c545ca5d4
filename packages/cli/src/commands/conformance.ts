import { readFile } from 'node:fs/promises'
import {
  checkConformance,
  chosenChecks,
  type GivenAccount,
  junitOf,
  type Level,
  levels,
  type Report,
  tableOf,
  titleOf,
} from '@xinchu/conformance'
import { isXinchuError } from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { ExitCode, UsageError } from '../exit.ts'
import { type Io, print, printJson } from '../io.ts'
import { progressOf } from '../progress.ts'
import { askSecretly } from '../prompt.ts'
import { clientOf, serverOf, transportOf } from '../settings.ts'
import { tableText } from '../table.ts'

const FORMATS = ['table', 'json', 'junit'] as const
type Format = (typeof FORMATS)[number]

function formatOf(given: string | undefined, isJson: boolean | undefined): Format {
  const name = given ?? (isJson ? 'json' : 'table')
  const format = FORMATS.find((each) => each === name)
  if (!format) throw new UsageError(`--output 应为 ${FORMATS.join('、')} 之一`)
  return format
}

/** The levels up to the one that is named, in Chinese or by its name in reports. */
function levelsUpTo(given: string | undefined): Level[] | undefined {
  if (given === undefined) return undefined
  const at = levels.findIndex((names) => names.some((name) => name === given))
  if (at < 0) throw new UsageError(`没有级别 ${given}；可用：${levels.map(([, title]) => title).join('、')}`)
  return levels.slice(0, at + 1).map(([name]) => name)
}

const isAccount = (value: unknown): value is GivenAccount => {
  const { username, password, otpSecret = '' } = Object(value) as Record<string, unknown> // whatever it has
  return [username, password, otpSecret].every((each) => typeof each === 'string') && username !== ''
}

/** @throws UsageError if the file has no list of accounts */
async function accountsIn(path: string): Promise<readonly GivenAccount[]> {
  const wrong = new UsageError(`${path} 应为 [{"username": "…", "password": "…"}] 形式的 JSON`)
  let read: unknown
  try {
    read = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw error instanceof SyntaxError ? wrong : error
  }
  if (!Array.isArray(read) || read.length === 0 || !read.every(isAccount)) throw wrong
  return read
}

async function accountsOf(io: Io, file: string | undefined, username: string | undefined) {
  if (file !== undefined) return accountsIn(file)
  const name = username ?? io.env['XINCHU_USERNAME']
  if (!name) throw new UsageError('缺少账号，请以 --accounts、--username 或环境变量 XINCHU_USERNAME 给出')
  const password = io.env['XINCHU_PASSWORD'] ?? (await askSecretly(io, '密码：'))
  return [{ username: name, password, otpSecret: io.env['XINCHU_OTP_SECRET'] }]
}

/** Any answer will do: what is wrong with it is for the checks to say. @throws XinchuError without one */
async function assertReachable(io: Io, url: string): Promise<void> {
  try {
    await clientOf(io, url).health.check({ signal: io.signal })
  } catch (error) {
    if (!isXinchuError(error) || ['network', 'timeout', 'aborted'].includes(error.kind)) throw error
  }
}

function show(io: Io, report: Report, format: Format): void {
  if (format === 'json') printJson(io, report)
  else print(io, format === 'junit' ? junitOf(report) : tableOf(report))
}

function exitCodeOf({ ended, results }: Report): number {
  if (ended !== undefined) return ExitCode.failure
  return results.some(({ outcome }) => outcome === 'failed') ? ExitCode.rowsWithErrors : ExitCode.ok
}

/** Holds a server to the contract and reports what deviates. */
export async function conformance(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.conformance)
  const format = formatOf(values.output, values.json)
  const chosen = { levels: levelsUpTo(values.level), only: values.only, isReadOnly: values['read-only'] }
  const planned = chosenChecks(chosen)
  if (planned.length === 0)
    throw new UsageError(`没有检查 ${values.only?.join('、') ?? ''}，以 --list 查看全部`)
  if (values.list) {
    const rows = planned.map((check) => [titleOf(check), check.id, check.expects, check.source])
    if (format === 'json') printJson(io, planned)
    else print(io, tableText([['级别', '检查', '要求', '依据'], ...rows]))
    return ExitCode.ok
  }
  const url = await serverOf(io, values.url ?? values.server)
  if (!url) throw new UsageError('缺少服务器地址，请以 --url 给出')
  const accounts = await accountsOf(io, values.accounts, values.username)
  await assertReachable(io, url)
  const { default: document } = await import('@xinchu/sdk/openapi.json', { with: { type: 'json' } })
  const progress = progressOf(io)
  const report = await checkConformance({
    ...chosen,
    url,
    transport: transportOf(io),
    document,
    accounts,
    operations: values.operations?.split(','),
    signal: io.signal,
    onProgress: (done, total, id) => progress.show(id, done, total),
  })
  progress.clear()
  show(io, report, format)
  return exitCodeOf(report)
}
