import type { Check } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import { field, listOf, textOf } from '../values.ts'
import type { Answer } from '../wire.ts'

const level = 'errors'

// One more than the limit of calls without a session, and a little for the frame.
const TOO_LARGE = 64 * 1024 + 1024
const TOO_DEEP = 40
// One call more than a minute has.
const VERIFICATIONS = 11

const JSON_HEADERS = { 'Content-Type': 'application/json' }

const refusedBody = (kit: Kit, text: string, headers: Readonly<Record<string, string>> = JSON_HEADERS) =>
  kit.call('login', { text, headers })

const noSuchAddress = (kit: Kit) =>
  kit.once('no such address', () => kit.send({ path: `/api/${kit.run}`, token: kit.who('any').token }))
const wrongMethod = (kit: Kit) =>
  kit.once('wrong method', () => kit.send({ path: '/api/platform', method: 'DELETE' }))
const tooLarge = (kit: Kit) =>
  kit.once('too large', () =>
    refusedBody(kit, JSON.stringify({ username: 'x'.repeat(TOO_LARGE), password: 'x' })),
  )
const wrongType = (kit: Kit) =>
  kit.once('wrong type', () => refusedBody(kit, 'username=x', { 'Content-Type': 'text/plain' }))
const noJson = (kit: Kit) => kit.once('no json', () => refusedBody(kit, '{"username":'))
const tooDeep = (kit: Kit) =>
  kit.once('too deep', () => refusedBody(kit, `${'{"username":'.repeat(TOO_DEEP)}1${'}'.repeat(TOO_DEEP)}`))
const missingFields = (kit: Kit) => kit.once('missing fields', () => kit.call('login', { body: {} }))

const verifications = (kit: Kit) =>
  kit.once('verifications', async () => {
    const answers: Answer[] = []
    for (let n = 0; n < VERIFICATIONS && answers.at(-1)?.status !== 429; n++)
      answers.push(
        await kit.call('verifyDocument', { params: { code: '000000000000' }, expectsRefusal: true }),
      )
    return answers
  })

/** Refusals of each kind, so that their shape can be judged. */
export const refusals = (kit: Kit): Promise<void> =>
  kit.once('refusals', async () => {
    for (const work of [
      noSuchAddress,
      wrongMethod,
      tooLarge,
      wrongType,
      noJson,
      tooDeep,
      missingFields,
      verifications,
    ])
      await work(kit)
    await kit.call('getAuthInfo')
  })

async function checkFields(kit: Kit): Promise<undefined> {
  const answer = expectStatus(await missingFields(kit), 400)
  const errors = listOf(field(answer.json, 'errors'))
  for (const name of ['username', 'password'])
    expectThat(
      answer,
      errors.some((error) => field(error, 'field') === name && textOf(field(error, 'message')) !== ''),
      `errors 应指出 ${name} 及其原因`,
    )
  return undefined
}

async function checkMethod(kit: Kit): Promise<undefined> {
  const answer = expectStatus(await wrongMethod(kit), 405)
  expectThat(answer, /\bGET\b/.test(answer.headers.get('allow') ?? ''), 'Allow 应给出可用的方法 GET')
  return undefined
}

async function checkLimit(kit: Kit): Promise<undefined> {
  const answers = await verifications(kit)
  const last = answers.at(-1)
  if (last) expectThat(last, last.status === 429, `一分钟内第 ${VERIFICATIONS} 次核验应为 429`)
  return undefined
}

const check = (
  name: string,
  expects: string,
  source: string,
  run: Check['run'],
  more: Partial<Check> = {},
): Check => ({
  id: `errors.${name}`,
  level,
  expects,
  source,
  run,
  ...more,
})

const refused = (
  name: string,
  expects: string,
  source: string,
  status: number,
  work: (kit: Kit) => Promise<Answer>,
) =>
  check(name, expects, source, async (kit) => void expectStatus(await work(kit), status), { needs: ['any'] })

export const refusalChecks: readonly Check[] = [
  refused('no-such-address', '地址不存在回复 404', '约定·404', 404, noSuchAddress),
  check('method', '请求方法不符回复 405，Allow 给出可用的方法', '约定·405', checkMethod),
  refused('too-large', '正文过大（无须登录的接口 64 KB）回复 413', '约定·正文', 413, tooLarge),
  refused('media-type', '正文类型不符回复 415', 'UnsupportedMediaType', 415, wrongType),
  refused('no-json', '正文不是 JSON 时回复 400', 'BadRequest', 400, noJson),
  refused('too-deep', '嵌套超过 32 层回复 400', '约定·正文', 400, tooDeep),
  check('fields', '校验不通过时 errors 逐项指出字段与原因', 'Error.errors', checkFields),
  check('rate-limit', '每个地址每分钟核验超过 10 次回复 429', 'verifyDocument，规则 V-003', checkLimit),
]
