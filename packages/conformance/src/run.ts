import type { Transport } from '@xinchu/sdk'
import { type Contract, readContract } from '@xinchu/sdk/operations'
import { type Account, type GivenAccount, logIn } from './accounts.ts'
import type { Check } from './check.ts'
import { checks } from './checks/index.ts'
import { type Kit, kitOf } from './kit.ts'
import { trafficOf } from './traffic.ts'
import { DeviationError, type Level, levels, type Report, type Result, SkipError } from './types.ts'
import { type Wire, wireOf } from './wire.ts'

const LOGIN = 'basic.login'
const MOST_REQUESTS = 4_000
const LONGEST_MS = 10 * 60_000
// What was made is taken back even after an interruption.
const CLEANING_MS = 20_000

export interface ConformanceOptions {
  url: string
  transport: Transport
  /** The contract, as `@xinchu/sdk/openapi.json` has it. */
  document: object
  accounts: readonly GivenAccount[]
  /** Levels to check; all by default. */
  levels?: readonly Level[] | undefined
  /** Checks, or beginnings of their names such as `session.`. */
  only?: readonly string[] | undefined
  /** Operations that are called to judge their replies; all by default. Other calls are made as checks need them. */
  operations?: readonly string[] | undefined
  /** Leaves out what makes or changes records. */
  isReadOnly?: boolean | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total: number, id: string) => void) | undefined
}

const orderOf = ({ level }: Pick<Check, 'level'>) => levels.findIndex(([name]) => name === level)

/** The checks of these options, in the order of the report. */
export function chosenChecks({
  levels: some,
  only,
  isReadOnly,
}: Pick<ConformanceOptions, 'levels' | 'only' | 'isReadOnly'>): readonly Check[] {
  return checks
    .filter((check) => !some || some.includes(check.level))
    .filter(
      ({ id }) => !only || only.some((name) => id === name || (name.endsWith('.') && id.startsWith(name))),
    )
    .filter(({ writes }) => !(isReadOnly && writes))
    .sort((a, b) => orderOf(a) - orderOf(b))
}

async function resultOf(check: Check, kit: Kit, lost: DeviationError | undefined): Promise<Result> {
  const started = performance.now()
  const done = (outcome: Result['outcome'], more: Partial<Result> = {}): Result => {
    const { id, level, expects, source } = check
    const ms = Math.round(performance.now() - started)
    return { check: { id, level, expects, source }, outcome, deviations: [], ms, ...more }
  }
  try {
    if (lost && check.id === LOGIN) throw lost
    if (lost && check.needs) return done('skipped', { reason: '账号未能登录' })
    for (const need of check.needs ?? []) kit.who(need)
    const deviations = (await check.run(kit)) ?? []
    return deviations.length > 0 ? done('failed', { deviations }) : done('passed')
  } catch (error) {
    if (error instanceof SkipError) return done('skipped', { reason: error.message })
    if (error instanceof DeviationError) return done('failed', { deviations: [error.deviation] })
    throw error
  }
}

/** The highest level without a deviation, up to the first that has one or was not checked. */
export function reachedBy(results: readonly Result[]): Level | undefined {
  let reached: Level | undefined
  for (const [level] of levels) {
    const own = results.filter(({ check }) => check.level === level)
    if (own.some(({ outcome }) => outcome === 'failed')) return reached
    if (!own.some(({ outcome }) => outcome === 'passed')) return reached
    reached = level
  }
  return reached
}

interface Started {
  accounts: Account[]
  /** Why nobody could log in. */
  failure: DeviationError | undefined
}

async function logAllIn(wire: Wire, contract: Contract, given: readonly GivenAccount[]): Promise<Started> {
  const accounts: Account[] = []
  for (const each of given) {
    try {
      accounts.push(await logIn({ wire, contract }, each))
    } catch (error) {
      if (!(error instanceof DeviationError)) throw error
      const message = `账号 ${each.username}：${error.message}`
      return { accounts, failure: new DeviationError({ ...error.deviation, message }) }
    }
  }
  return { accounts, failure: undefined }
}

const logOutAll = (kit: Kit) =>
  Promise.all(kit.accounts.map(({ token }) => kit.call('logout', { token }).catch(() => undefined)))

/**
 * Holds a server to the contract by calls, and tells what deviates. Takes back what it made, also after an interruption.
 * @throws Error for an account that has to change its password first
 */
export async function checkConformance(options: ConformanceOptions): Promise<Report> {
  const { url, transport, signal = new AbortController().signal } = options
  const started = performance.now()
  const contract = readContract(options.document)
  const traffic = trafficOf(contract)
  const run = `conf-${crypto.randomUUID().slice(0, 8)}`
  const wired = (within: AbortSignal, limit: number, name: string) =>
    wireOf({ url, transport, signal: within, run: name, limit, onAnswer: traffic.note })
  const wire = wired(AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]), MOST_REQUESTS, run)

  const { accounts, failure } = await logAllIn(wire, contract, options.accounts)
  const swept = options.operations
    ? contract.operations.filter(({ id }) => options.operations?.includes(id))
    : contract.operations
  const base = { contract, traffic, accounts, swept, run }
  const kit = kitOf({ wire, ...base })

  const chosen = chosenChecks(options)
  // Nothing is proved without a session, so its failure is told whatever was chosen.
  const login = failure ? checks.filter(({ id }) => id === LOGIN) : []
  const planned = [...login, ...chosen.filter(({ id }) => !(failure && id === LOGIN))]
  const results = new Map<string, Result>()
  let ended: string | undefined
  try {
    for (const check of [
      ...planned.filter(({ isLast }) => !isLast),
      ...planned.filter(({ isLast }) => isLast),
    ]) {
      options.onProgress?.(results.size, planned.length, check.id)
      results.set(check.id, await resultOf(check, kit, failure))
    }
  } catch (error) {
    ended = signal.aborted ? '已中断' : error instanceof Error ? error.message : String(error)
  }
  const last = kitOf({ wire: wired(AbortSignal.timeout(CLEANING_MS), MOST_REQUESTS, `${run}-end`), ...base })
  await kit.clean(last)
  await logOutAll(last)
  const inOrder = planned.flatMap(({ id }) => results.get(id) ?? [])
  const reached = reachedBy(inOrder)
  return {
    url,
    contractVersion: contract.document.info.version,
    results: inOrder,
    ...(reached ? { reached } : {}),
    requests: wire.count,
    seconds: Math.round(performance.now() - started) / 1000,
    left: [...kit.left, ...last.left],
    ...(ended === undefined ? {} : { ended }),
  }
}
