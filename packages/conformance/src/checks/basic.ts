import type { Operation } from '@xinchu/sdk/operations'
import { isAmong } from '@xinchu/sdk/rights'
import { type GivenAccount, sendLogin } from '../accounts.ts'
import type { Check } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import type { Deviation } from '../types.ts'
import { field, rowsOf, textOf } from '../values.ts'
import { type Answer, deviationOf } from '../wire.ts'

const level = 'basic'

/** Before 1.0 the minor number tells of breaking changes, afterwards the major one. */
const lineOf = (version: string): string => {
  const [major = '', minor = ''] = version.split('.')
  return major === '0' ? `0.${minor}` : major
}

async function checkDocument(kit: Kit): Promise<readonly Deviation[]> {
  const answer = expectStatus(await kit.send({ path: '/openapi.json' }), 200)
  expectThat(answer, textOf(field(answer.json, 'openapi')).startsWith('3.1'), '应为 OpenAPI 3.1 的 JSON 文档')
  const paths = field(answer.json, 'paths')
  const missing = kit.contract.operations.filter(
    ({ path, method }) => field(field(paths, path), method.toLowerCase()) === undefined,
  )
  return missing.map(({ id, method, path }) => ({ message: `文档中没有 ${id}（${method} ${path}）` }))
}

async function checkVersion(kit: Kit): Promise<undefined> {
  const answer = expectStatus(await kit.send({ path: '/openapi.json' }), 200)
  const version = textOf(field(field(answer.json, 'info'), 'version'))
  const own = kit.contract.document.info.version
  expectThat(answer, lineOf(version) === lineOf(own), `文档版本为 ${version}，本工具按 ${own} 核对`)
  return undefined
}

// Their calls send messages to people.
const SENDS_MESSAGES = new Set(['sendRegisterSms', 'sendProfileSms'])

/** Calls that only read and may be made at any time. */
export const isHarmless = ({ id, method, success }: Operation): boolean =>
  method === 'GET' && !SENDS_MESSAGES.has(id) && success.kind !== 'stream'

/** Runs the work of each item, a few at a time. */
export async function forEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = 6,
): Promise<void> {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
    }),
  )
}

const asAny = (operation: Operation) =>
  Object.fromEntries(operation.parameters.map(({ name }) => [name, '1']))

/** Calls every closed operation that only reads, and two that write with nothing to write. */
async function checkClosed(kit: Kit, token: string | undefined): Promise<readonly Deviation[]> {
  const found: Deviation[] = []
  const judge = (answer: Answer) => {
    if (answer.status !== 401) found.push(deviationOf(answer, `应为 401，实为 ${answer.status}`))
  }
  const closed = kit.swept.filter((operation) => !operation.isPublic && isHarmless(operation))
  await forEach(token ? closed.slice(0, 10) : closed, async (operation) => {
    judge(await kit.call(operation.id, { params: asAny(operation), token }))
  })
  for (const id of ['createEsProject', 'submitProject']) judge(await kit.call(id, { body: {}, token }))
  return found
}

async function checkOpen(kit: Kit): Promise<readonly Deviation[]> {
  const found: Deviation[] = []
  const open = kit.swept.filter(
    (operation) =>
      operation.isPublic && isHarmless(operation) && !operation.parameters.some(({ required }) => required),
  )
  await forEach(open, async (operation) => {
    const answer = await kit.call(operation.id)
    if (answer.status === 401 || answer.status === 403)
      found.push(deviationOf(answer, '无须登录的接口被拒绝'))
  })
  return found
}

async function checkWrongPassword(kit: Kit): Promise<undefined> {
  // No real account, so that none is locked.
  const stranger: GivenAccount = { username: `conf_${kit.run}`, password: `Wrong-${kit.run}` }
  const answer = expectStatus(
    await sendLogin({ wire: kit, contract: kit.contract }, stranger),
    400,
    '密码有误',
  )
  expectThat(answer, field(answer.json, 'token') === undefined, '登录被拒时不应给出令牌')
  return undefined
}

async function checkForbidden(kit: Kit): Promise<readonly Deviation[]> {
  const found: Deviation[] = []
  for (const account of kit.accounts) {
    const barred = kit.swept.filter(
      (operation) =>
        isHarmless(operation) && !operation.isPublic && !isAmong(account.holder, operation.callers),
    )
    await forEach(barred.slice(0, 12), async (operation) => {
      const answer = await kit.call(operation.id, { as: account, params: asAny(operation) })
      if (answer.status !== 403)
        found.push(deviationOf(answer, `${account.username} 无权调用，应为 403，实为 ${answer.status}`))
    })
  }
  return found
}

export const basicChecks: readonly Check[] = [
  {
    id: 'basic.health',
    level,
    expects: '服务存活：回复 200 与 status',
    source: 'getHealth',
    run: async (kit) => void expectStatus(await kit.call('getHealth'), 200),
  },
  {
    id: 'basic.ready',
    level,
    expects: '服务就绪：能办理业务',
    source: 'getReadiness',
    run: async (kit) => void expectStatus(await kit.call('getReadiness'), 200),
  },
  {
    id: 'basic.document',
    level,
    expects: '/openapi.json 给出接口文档，含约定的全部接口',
    source: '约定·接口文档',
    run: checkDocument,
  },
  {
    id: 'basic.version',
    level,
    expects: '接口文档的版本与本工具兼容',
    source: 'info.version',
    run: checkVersion,
  },
  {
    id: 'basic.open',
    level,
    expects: '标明 PUB 的接口无须登录',
    source: '约定·Authorization',
    run: checkOpen,
  },
  {
    id: 'basic.token-needed',
    level,
    expects: '其他接口没有令牌时回复 401',
    source: '约定·Authorization，规则 A-008',
    run: (kit) => checkClosed(kit, undefined),
  },
  {
    id: 'basic.forged-token',
    level,
    expects: '伪造的令牌回复 401',
    source: '规则 A-008',
    run: (kit) => checkClosed(kit, 'Bearer 0123456789abcdef0123456789abcdef'),
  },
  {
    id: 'basic.wrong-password',
    level,
    expects: '账号或密码有误时回复 400，不给出令牌',
    source: 'login，规则 A-004',
    run: checkWrongPassword,
  },
  {
    id: 'basic.login',
    level,
    expects: '登录给出 token、refreshToken 与 randomNumber，令牌属于该账号',
    source: 'login、getAuthInfo',
    needs: ['any'],
    // Each account has been logged in before; see `run.ts`.
    run: async (kit) => void (await kit.logIn(kit.who('any').given)),
  },
  {
    id: 'basic.rights',
    level,
    expects: '不在 x-callers 之列的账号回复 403',
    source: 'x-callers，规则 W-001',
    needs: ['any'],
    run: checkForbidden,
  },
  {
    id: 'basic.rule-book',
    level,
    expects: '规则手册公开，每条规则有代码与通过、不通过的例子',
    source: 'listRules',
    async run(kit) {
      const answer = expectStatus(await kit.call('listRules'), 200)
      expectThat(answer, rowsOf(answer.json).length > 0, '规则手册是空的')
      return undefined
    },
  },
]
