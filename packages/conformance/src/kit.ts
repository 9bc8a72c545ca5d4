import type { Contract, Operation } from '@xinchu/sdk/operations'
import { type Account, type GivenAccount, logIn } from './accounts.ts'
import type { Traffic } from './traffic.ts'
import { DeviationError, type Need, SkipError } from './types.ts'
import { type Answer, deviationOf, type Sent, type Wire } from './wire.ts'

/** What a check sends: an operation by its name, as an account or with a token. */
export type Call = Omit<Sent, 'operation' | 'token'> & {
  as?: Account | undefined
  token?: string | undefined
}

/** What the checks work with. */
export interface Kit {
  readonly contract: Contract
  readonly traffic: Traffic
  readonly accounts: readonly Account[]
  /** Operations to call for their replies' sake. */
  readonly swept: readonly Operation[]
  /** Distinguishes the records of this run. */
  readonly run: string
  call(id: string, call?: Call): Promise<Answer>
  /** A request that is no operation of the contract. */
  send(sent: Sent): Promise<Answer>
  /** A further session of an account. */
  logIn(account: GivenAccount): Promise<Account>
  /** @throws SkipError without such an account */
  who(need: Need): Account
  /** The same work for all checks that need it: it is done once. */
  once<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Takes back what a check has made. Runs at the end, the last first. */
  afterwards(work: (kit: Kit) => Promise<unknown>): void
  /** Names a record that stays. */
  leave(what: string): void
  readonly left: readonly string[]
  /** Takes back what was made, by the calls of another kit whose signal is not aborted. */
  clean(by: Kit): Promise<void>
}

const NAMES: Readonly<Record<Need, string>> = {
  any: '任一账号',
  ENT: '项目单位（ENT）账号',
  ENT2: '另一个项目单位（ENT）账号',
  CNT: '项目单位所在县的县级能源主管部门（CNT）账号',
  PRV: '项目单位所在省的省级能源主管部门（PRV）账号',
  ADM: '平台系统管理员（ADM）账号',
}

function accountFor(need: Need, accounts: readonly Account[]): Account | undefined {
  const first = accounts.find(({ code }) => code === 'ENT')
  const inCode = (code: string) => accounts.filter((each) => each.code === code)
  switch (need) {
    case 'any':
      return accounts[0]
    case 'ENT':
      return first
    case 'ENT2':
      return inCode('ENT').find(({ orgId }) => orgId !== first?.orgId)
    case 'CNT':
      return inCode('CNT').find(({ place }) => !first || place.countyCode === first.place.countyCode)
    case 'PRV':
      return inCode('PRV').find(({ place }) => !first || place.provinceCode === first.place.provinceCode)
    case 'ADM':
      return inCode('ADM')[0]
  }
}

export interface KitOptions {
  wire: Wire
  contract: Contract
  traffic: Traffic
  accounts: readonly Account[]
  swept: readonly Operation[]
  run: string
}

export function kitOf({ wire, contract, ...rest }: KitOptions): Kit {
  const done = new Map<string, Promise<unknown>>()
  const undo: ((kit: Kit) => Promise<unknown>)[] = []
  const left: string[] = []
  return {
    ...rest,
    contract,
    left,
    call: (id, { as, token, ...call } = {}) =>
      wire.send({ ...call, operation: contract.operation(id), token: token ?? as?.token }),
    send: (sent) => wire.send(sent),
    logIn: (account) => logIn({ wire, contract }, account),
    who(need) {
      const found = accountFor(need, rest.accounts)
      if (!found) throw new SkipError(`缺少${NAMES[need]}`)
      return found
    },
    once<T>(name: string, work: () => Promise<T>) {
      const known = done.get(name) ?? work()
      done.set(name, known)
      return known as Promise<T> // one name, one work
    },
    afterwards: (work) => void undo.push(work),
    leave: (what) => void left.push(what),
    async clean(by) {
      for (const work of undo.splice(0).reverse())
        await work(by).catch((error: unknown) =>
          left.push(error instanceof Error ? error.message : String(error)),
        )
    },
  }
}

const numbers = (expected: number | readonly number[]) => [expected].flat()

/** Ends the check unless the answer has one of these statuses. */
export function expectStatus(answer: Answer, expected: number | readonly number[], why = ''): Answer {
  if (!numbers(expected).includes(answer.status))
    throw new DeviationError(
      deviationOf(answer, `应为 ${numbers(expected).join(' 或 ')}${why && `：${why}`}`),
    )
  return answer
}

/** Ends the check unless this holds of the answer. */
export function expectThat(answer: Answer, holds: boolean, message: string): Answer {
  if (!holds) throw new DeviationError(deviationOf(answer, message))
  return answer
}
