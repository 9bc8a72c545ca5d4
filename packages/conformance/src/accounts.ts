import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { totp } from '@xinchu/sdk'
import type { Contract } from '@xinchu/sdk/operations'
import { codeOf } from '@xinchu/sdk/rights'
import { DeviationError } from './types.ts'
import { field, listOf, textOf } from './values.ts'
import { type Answer, deviationOf, type Wire } from './wire.ts'

/** An account of the server, as a person or a service would log in with it. */
export interface GivenAccount {
  username: string
  password: string
  /** Base32 secret of the second factor. */
  otpSecret?: string | undefined
}

export interface Tokens {
  token: string
  refreshToken: string
  randomNumber: string
}

/** An account that is logged in, with what the server says of it. */
export interface Account extends Tokens {
  readonly given: GivenAccount
  readonly username: string
  /** Caller code of the contract; undefined for an account that has none. */
  readonly code: string | undefined
  readonly holder: { deptId: number; roles: { id: number; basedOn?: number }[] }
  readonly orgId: number
  readonly place: { provinceCode: string; cityCode: string; countyCode: string }
}

// More work than this is refused: it would take minutes.
const MOST_BITS = 24
const HASHES_PER_TURN = 20_000

const hasZeroBits = (digest: Buffer, bits: number): boolean => {
  const whole = Math.floor(bits / 8)
  for (let at = 0; at < whole; at++) if (digest[at] !== 0) return false
  return bits % 8 === 0 || (digest[whole] ?? 0) >> (8 - (bits % 8)) === 0
}

/** Solves the captcha by computation, as `getCaptchaWork` describes it. */
export async function solveWork(challenge: string, difficulty: number): Promise<string> {
  if (difficulty > MOST_BITS) throw new Error(`验证码的计算难度为 ${difficulty}，请改用免验证码的服务账号`)
  for (let n = 0; ; n++) {
    if (hasZeroBits(createHash('sha256').update(`${challenge}:${n}`).digest(), difficulty)) return String(n)
    if (n % HASHES_PER_TURN === 0) await setImmediate()
  }
}

interface Means {
  wire: Pick<Wire, 'send'>
  contract: Contract
}

async function captchaOf({ wire, contract }: Means): Promise<Record<string, string>> {
  const platform = await wire.send({ operation: contract.operation('getPlatform') })
  if (field(platform.json, 'captchaEnabled') !== true) return {}
  const { json } = await wire.send({ operation: contract.operation('getCaptchaWork') })
  const answer = await solveWork(textOf(field(json, 'challenge')), Number(field(json, 'difficulty')))
  return { uuid: textOf(field(json, 'uuid')), code: answer }
}

/** Sends the log-in form of an account, its captcha solved and its second factor computed. */
export async function sendLogin(means: Means, given: GivenAccount): Promise<Answer> {
  const { username, password, otpSecret } = given
  const form = { username, password, ...(await captchaOf(means)) }
  const otp = otpSecret ? { otp: await totp(otpSecret) } : {}
  const operation = means.contract.operation('login')
  return means.wire.send({ operation, body: { ...form, ...otp } })
}

/** Reads the three values of a session. @throws DeviationError if one is missing */
export function tokensOf(answer: Answer): Tokens {
  const [token, refreshToken, randomNumber] = ['token', 'refreshToken', 'randomNumber'].map((name) =>
    textOf(field(answer.json, name)),
  )
  if (answer.status !== 200 || !token || !refreshToken || !randomNumber)
    throw new DeviationError(deviationOf(answer, '应为 200，并给出 token、refreshToken 与 randomNumber'))
  return { token, refreshToken, randomNumber }
}

/** Logs an account in and asks who it is. @throws DeviationError if one of the two is not what the contract says */
export async function logIn(means: Means, given: GivenAccount): Promise<Account> {
  const answer = await sendLogin(means, given)
  const tokens = tokensOf(answer)
  const flag = field(answer.json, 'flag') ?? 'not'
  if (flag !== 'not')
    throw new Error(`账号 ${given.username} 须先修改密码或完善信息（flag 为 ${String(flag)}）`)
  const info = await means.wire.send({
    operation: means.contract.operation('getAuthInfo'),
    token: tokens.token,
  })
  const user = field(info.json, 'user')
  if (info.status !== 200 || field(user, 'username') !== given.username)
    throw new DeviationError(deviationOf(info, `应为 200，user.username 应为 ${given.username}`))
  const holder = {
    deptId: Number(field(user, 'deptId')),
    roles: listOf(field(user, 'roles')).map((role) => ({
      id: Number(field(role, 'id')),
      ...(field(role, 'basedOn') === undefined ? {} : { basedOn: Number(field(role, 'basedOn')) }),
    })),
  }
  return {
    ...tokens,
    given,
    username: given.username,
    code: codeOf(holder),
    holder,
    orgId: Number(field(user, 'orgId')),
    place: {
      provinceCode: textOf(field(user, 'provinceCode')),
      cityCode: textOf(field(user, 'cityCode')),
      countyCode: textOf(field(user, 'countyCode')),
    },
  }
}
