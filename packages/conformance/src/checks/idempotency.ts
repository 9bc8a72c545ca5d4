import type { Check } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import type { Need } from '../types.ts'
import { codesOf } from '../values.ts'
import { idOf, sendDraft, soundDraft } from './drafts.ts'

const level = 'idempotency'
const AT_ONCE = 5

const newKey = () => crypto.randomUUID()
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })

async function checkSame(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const [draft, key] = [soundDraft(as), newKey()]
  const first = expectStatus(await sendDraft(kit, as, draft, keyed(key)), 201)
  const again = expectStatus(await sendDraft(kit, as, draft, keyed(key)), 201)
  expectThat(again, idOf(again) === idOf(first), `应得到同一记录 ${idOf(first)}，实为 ${idOf(again)}`)
  expectThat(again, again.text === first.text, '应得到与第一次相同的正文')
  return undefined
}

async function checkOther(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const [draft, key] = [soundDraft(as), newKey()]
  expectStatus(await sendDraft(kit, as, draft, keyed(key)), 201)
  const other = await sendDraft(kit, as, { ...draft, address: '其他地址' }, keyed(key))
  expectStatus(other, 422, '同一键不能用于不同的内容')
  expectThat(other, codesOf(other.json).includes('W-022'), '应给出规则代码 W-022')
  return undefined
}

async function checkAtOnce(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const [draft, key] = [soundDraft(as), newKey()]
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => sendDraft(kit, as, draft, keyed(key))),
  )
  for (const answer of answers) expectStatus(answer, [201, 409], '同时重发的得到同一结果，或答复正在处理')
  const made = answers.filter(({ status }) => status === 201)
  const ids = new Set(made.map(idOf))
  const [last] = made.slice(-1)
  expectThat(
    last ?? expectStatus(await sendDraft(kit, as, draft, keyed(key)), 201),
    ids.size <= 1,
    '同时重发只应新建一个项目',
  )
  return undefined
}

async function checkPerUser(kit: Kit): Promise<undefined> {
  const [one, other] = [kit.who('ENT'), kit.who('ENT2')]
  const key = newKey()
  const first = expectStatus(await sendDraft(kit, one, soundDraft(one), keyed(key)), 201)
  const second = expectStatus(await sendDraft(kit, other, soundDraft(other), keyed(key)), 201, '键按账号区分')
  expectThat(second, idOf(second) !== idOf(first), '另一账号不应得到他人的记录')
  return undefined
}

async function checkRefused(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const [draft, key] = [soundDraft(as), newKey()]
  expectStatus(await sendDraft(kit, as, { ...draft, contactPhone: '1' }, keyed(key)), 400)
  expectStatus(await sendDraft(kit, as, draft, keyed(key)), 201, '被拒的请求不占用键')
  return undefined
}

const check = (
  name: string,
  expects: string,
  run: Check['run'],
  needs: readonly Need[] = ['ENT'],
): Check => ({
  id: `idempotency.${name}`,
  level,
  expects,
  source: 'createEsProject，Idempotency-Key',
  needs,
  writes: true,
  run,
})

export const idempotencyChecks: readonly Check[] = [
  check('same', '以相同的键和正文重发，得到第一次的结果', checkSame),
  check('other-body', '同一键换了正文回复 422（W-022）', checkOther),
  check('at-once', '同时以相同的键重发，只新建一次', checkAtOnce),
  check('per-user', '键按账号区分', checkPerUser, ['ENT', 'ENT2']),
  check('refused', '被拒的请求不占用键', checkRefused),
  check('key-form', '过短的键回复 400', async (kit) => {
    const as = kit.who('ENT')
    return void expectStatus(await sendDraft(kit, as, soundDraft(as), keyed('short')), 400)
  }),
]
