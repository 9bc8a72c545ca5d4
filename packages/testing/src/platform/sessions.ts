import type { ReplyOf } from '../contract.ts'
import type { Random } from '../random.ts'
import { type Refusal, refuse } from '../reply.ts'
import { type Caller, infoOf } from './accounts.ts'
import type { FakeClock } from './clock.ts'

export interface SessionTerms {
  /** Lifetime of an access token. */
  tokenSeconds: number
  /** A session ends after so long without a call. */
  idleSeconds: number
  /** A session ends so long after its log-in. */
  sessionSeconds: number
}

type TokenSet = ReplyOf<'refreshToken'>

interface Session {
  caller: Caller
  tokens: TokenSet
  tokenEnds: number
  before?: { refreshToken: string; randomNumber: string; at: number }
  wrongCodes: number
  lastSeen: number
  ends: number
}

/** Milliseconds in which the values before the last refresh get the same result again. */
const GRACE_MS = 30_000
const MOST_WRONG_CODES = 3
const MOST_WRONG_PASSWORDS = 5
const LOCKED_MS = 900_000

const expired = () => refuse(401, '登录过期，请重新登录', { code: 'A-008' })
const bare = (header: string | null) => (header ?? '').replace(/^Bearer /i, '')

/** The session rules of the contract, on the platform's clock. */
export class Sessions {
  readonly #callers: readonly Caller[]
  readonly #terms: SessionTerms
  readonly #clock: FakeClock
  readonly #random: Random
  readonly #byAccess = new Map<string, Session>()
  // Every refresh token of a living session, also those that were used.
  readonly #byRefresh = new Map<string, Session>()
  readonly #failures = new Map<string, { count: number; lockedUntil: number }>()

  constructor(callers: readonly Caller[], terms: SessionTerms, clock: FakeClock, random: Random) {
    this.#callers = callers
    this.#terms = terms
    this.#clock = clock
    this.#random = random
  }

  get #now(): number {
    return this.#clock.now().getTime()
  }

  logIn({ username, password }: { username: string; password: string }): ReplyOf<'login'> | Refusal {
    const failures = this.#failures.get(username) ?? { count: 0, lockedUntil: 0 }
    if (failures.lockedUntil > this.#now) {
      const seconds = Math.ceil((failures.lockedUntil - this.#now) / 1_000)
      return refuse(429, '登录失败次数过多，账号已锁定 15 分钟', {
        code: 'A-005',
        headers: { 'Retry-After': String(seconds) },
      })
    }
    const caller = this.#callers.find((each) => each.username === username && each.password === password)
    if (!caller) {
      const count = failures.count + 1
      const isLocked = count >= MOST_WRONG_PASSWORDS
      const lockedUntil = isLocked ? this.#now + LOCKED_MS : 0
      this.#failures.set(username, { count: isLocked ? 0 : count, lockedUntil })
      return refuse(400, '用户名或密码不正确', { code: 'A-004' })
    }
    this.#failures.delete(username)
    return { flag: 'not', ...this.#open(caller).tokens, user: infoOf(caller) }
  }

  /** Opens a session without a log-in. */
  open(username: string): TokenSet {
    const caller = this.#callers.find((each) => each.username === username)
    if (!caller) throw new Error(`the fake platform has no account ${username}`)
    return this.#open(caller).tokens
  }

  #open(caller: Caller): Session {
    const now = this.#now
    const ends = now + this.#terms.sessionSeconds * 1_000
    const session = { caller, tokens: this.#issued(), tokenEnds: 0, wrongCodes: 0, lastSeen: now, ends }
    this.#adopt(session)
    return session
  }

  #issued(): TokenSet {
    const { digits, integer } = this.#random
    return {
      token: `Bearer ${digits(32)}`,
      refreshToken: digits(32),
      randomNumber: String(integer(100_000, 999_999)),
      expiresIn: this.#terms.tokenSeconds,
    }
  }

  #adopt(session: Session): void {
    session.tokenEnds = this.#now + this.#terms.tokenSeconds * 1_000
    this.#byAccess.set(bare(session.tokens.token), session)
    this.#byRefresh.set(session.tokens.refreshToken, session)
  }

  /** Exchanges a refresh token, which counts once. An older one ends its session, since somebody else may have it. */
  refresh(header: string | null, code: string): TokenSet | Refusal {
    const used = bare(header)
    const session = this.#byRefresh.get(used)
    if (!session || !this.#lives(session)) return expired()
    const { tokens, before } = session
    if (tokens.refreshToken === used) {
      if (tokens.randomNumber === code) return this.#rotate(session)
      session.wrongCodes += 1
      if (session.wrongCodes >= MOST_WRONG_CODES) this.#end(session)
      return expired()
    }
    const isRepeated = before?.refreshToken === used && before.randomNumber === code
    if (isRepeated && this.#now - before.at <= GRACE_MS) return tokens
    this.#end(session)
    return expired()
  }

  #rotate(session: Session): TokenSet {
    const { token, refreshToken, randomNumber } = session.tokens
    this.#byAccess.delete(bare(token))
    session.before = { refreshToken, randomNumber: String(randomNumber), at: this.#now }
    session.tokens = this.#issued()
    session.wrongCodes = 0
    this.#adopt(session)
    return session.tokens
  }

  #lives({ lastSeen, ends }: Session): boolean {
    return this.#now < ends && this.#now - lastSeen < this.#terms.idleSeconds * 1_000
  }

  #end(session: Session): void {
    this.#byAccess.delete(bare(session.tokens.token))
    for (const [token, owner] of this.#byRefresh) if (owner === session) this.#byRefresh.delete(token)
  }

  /** Whose token this is. A call counts as use of the session unless it only polls. */
  callerOf(header: string | null, isUse: boolean): Caller | Refusal {
    const session = this.#byAccess.get(bare(header))
    if (!session || !this.#lives(session) || this.#now >= session.tokenEnds) return expired()
    if (isUse) session.lastSeen = this.#now
    return session.caller
  }

  logOut(header: string | null): void {
    const session = this.#byAccess.get(bare(header))
    if (session) this.#end(session)
  }

  /** Makes every access token invalid; the sessions can be refreshed. */
  expireTokens(): void {
    this.#byAccess.clear()
  }

  /** Ends every session. */
  endAll(): void {
    this.#byAccess.clear()
    this.#byRefresh.clear()
  }
}
