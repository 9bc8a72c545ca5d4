import { type Account, type Tokens, tokensOf } from '../accounts.ts'
import type { Check } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import type { Answer } from '../wire.ts'

const level = 'session'

/** A session of its own for each check: some of them end it. */
const freshSession = (kit: Kit): Promise<Account> => kit.logIn(kit.who('any').given)

const refresh = (kit: Kit, { refreshToken }: Pick<Tokens, 'refreshToken'>, code: string): Promise<Answer> =>
  kit.call('refreshToken', { query: { code }, token: `Bearer ${refreshToken}` })

const refreshed = async (kit: Kit, tokens: Tokens): Promise<Tokens> =>
  tokensOf(await refresh(kit, tokens, tokens.randomNumber))

const info = (kit: Kit, { token }: Pick<Tokens, 'token'>): Promise<Answer> =>
  kit.call('getAuthInfo', { token })

const isSame = (a: Tokens, b: Tokens) =>
  a.token === b.token && a.refreshToken === b.refreshToken && a.randomNumber === b.randomNumber

async function checkRotation(kit: Kit): Promise<undefined> {
  const first = await freshSession(kit)
  const answer = await refresh(kit, first, first.randomNumber)
  const next = tokensOf(answer)
  for (const name of ['token', 'refreshToken', 'randomNumber'] as const)
    expectThat(answer, next[name] !== first[name], `${name} 没有更换`)
  expectStatus(await info(kit, next), 200, '新令牌可用')
  return undefined
}

async function checkGrace(kit: Kit): Promise<undefined> {
  const first = await freshSession(kit)
  const next = await refreshed(kit, first)
  const again = expectStatus(await refresh(kit, first, first.randomNumber), 200, '上一组值在 30 秒内再次使用')
  expectThat(again, isSame(tokensOf(again), next), '应得到与第一次相同的三个值')
  return undefined
}

async function checkReuse(kit: Kit): Promise<undefined> {
  const first = await freshSession(kit)
  const third = await refreshed(kit, await refreshed(kit, first))
  expectStatus(await refresh(kit, first, first.randomNumber), 401, '更早的刷新令牌不能再用')
  expectStatus(await info(kit, third), 401, '旧令牌再次使用后，整个会话应失效')
  return undefined
}

async function checkRandomNumber(kit: Kit): Promise<undefined> {
  const first = await freshSession(kit)
  expectStatus(await refresh(kit, first, '000000x'), 401, '随机数与刷新令牌不匹配')
  expectStatus(await refresh(kit, first, first.randomNumber), 200, '一次配错随机数后，会话仍然有效')
  return undefined
}

async function checkPreviousWithWrongNumber(kit: Kit): Promise<undefined> {
  const first = await freshSession(kit)
  const next = await refreshed(kit, first)
  expectStatus(await refresh(kit, first, '000000x'), 401, '上一组令牌配错误的随机数')
  expectStatus(await info(kit, next), 401, '此后整个会话应失效')
  return undefined
}

async function checkKinds(kit: Kit): Promise<undefined> {
  const session = await freshSession(kit)
  const bare = session.token.replace(/^Bearer /, '')
  expectStatus(await info(kit, { token: `Bearer ${session.refreshToken}` }), 401, '刷新令牌不能用于调用')
  const answer = await refresh(kit, { refreshToken: bare }, session.randomNumber)
  expectStatus(answer, 401, '访问令牌不能用于刷新')
  return undefined
}

async function checkLogout(kit: Kit): Promise<undefined> {
  const session = await freshSession(kit)
  expectStatus(await kit.call('logout', { as: session }), 204)
  expectStatus(await info(kit, session), 401, '退出后令牌应立即失效')
  return undefined
}

async function checkLogoutRefresh(kit: Kit): Promise<undefined> {
  const session = await freshSession(kit)
  expectStatus(await kit.call('logout', { as: session }), 204)
  expectStatus(await refresh(kit, session, session.randomNumber), 401, '退出后刷新令牌应立即失效')
  return undefined
}

async function checkOthersStay(kit: Kit): Promise<undefined> {
  const [one, other] = [await freshSession(kit), await freshSession(kit)]
  expectStatus(await kit.call('logout', { as: one }), 204)
  expectStatus(await info(kit, other), 200, '同一账号的其他会话不受影响')
  await kit.call('logout', { as: other })
  return undefined
}

const check = (name: string, expects: string, source: string, run: Check['run']): Check => ({
  id: `session.${name}`,
  level,
  expects,
  source,
  needs: ['any'],
  run,
})

export const sessionChecks: readonly Check[] = [
  check('refresh', '刷新同时更换三个值，新令牌可用', 'refreshToken', checkRotation),
  check('grace', '上一组值在 30 秒内再次使用得到同一结果', 'refreshToken', checkGrace),
  check('reuse', '更早的刷新令牌回复 401，并使整个会话失效', 'refreshToken', checkReuse),
  check('random-number', '随机数不符时回复 401，一次不使会话失效', 'refreshToken', checkRandomNumber),
  check(
    'previous-random-number',
    '上一组令牌配错误的随机数回复 401，并使整个会话失效',
    'refreshToken',
    checkPreviousWithWrongNumber,
  ),
  check('random-number-needed', '没有随机数的刷新回复 400', 'refreshToken', async (kit) => {
    const { refreshToken } = await freshSession(kit)
    return void expectStatus(await kit.call('refreshToken', { token: `Bearer ${refreshToken}` }), 400)
  }),
  check('kinds', '刷新令牌与访问令牌不能互换', 'refreshToken、getAuthInfo', checkKinds),
  check('logout', '退出回复 204，令牌立即失效', 'logout', checkLogout),
  check('logout-refresh', '退出后刷新令牌立即失效', 'logout', checkLogoutRefresh),
  check('logout-again', '令牌无效时退出同样回复 204', 'logout', async (kit) => {
    const token = 'Bearer 0123456789abcdef0123456789abcdef'
    return void expectStatus(await kit.call('logout', { token }), 204)
  }),
  check('others-stay', '退出不影响同一账号的其他会话', 'logout', checkOthersStay),
]
