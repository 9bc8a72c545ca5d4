import type { Check } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import { codesOf, field, listOf, textOf } from '../values.ts'
import { makeDraft, sendDraft, soundDraft, type Values } from './drafts.ts'
import { blockers, type RuleExample, warnings } from './examples.ts'

const level = 'rules'

/** The project of the example. A part of a technology goes with its own technology only. */
function projectOf(kit: Kit, example: Values): Values {
  const draft: Record<string, unknown> = { ...soundDraft(kit.who('ENT')), ...example }
  if ('techType' in example && !('techSubType' in example)) delete draft['techSubType']
  return draft
}

async function checkBlocker(kit: Kit, { code, passes, fails }: RuleExample): Promise<undefined> {
  const as = kit.who('ENT')
  const wrong = await sendDraft(kit, as, projectOf(kit, fails))
  expectStatus(wrong, [400, 403], '违反该规则的项目不能保存')
  expectThat(wrong, codesOf(wrong.json).includes(code), `应给出规则代码 ${code}`)
  const right = await sendDraft(kit, as, projectOf(kit, passes))
  expectThat(right, !codesOf(right.json).includes(code), `符合该规则的项目不应以 ${code} 拒绝`)
  expectStatus(right, 201, '符合该规则的项目应能保存')
  return undefined
}

async function warningsOf(kit: Kit, example: Values) {
  const as = kit.who('ENT')
  const { answer } = await makeDraft(kit, as, example)
  const judged = await kit.call('judgeSubmit', { as, query: { ids: [field(answer.json, 'id')] } })
  expectStatus(judged, 200)
  return { judged, codes: listOf(field(judged.json, 'warnings')).map((each) => textOf(field(each, 'code'))) }
}

async function checkWarning(kit: Kit, { code, passes, fails }: RuleExample): Promise<undefined> {
  const wrong = await warningsOf(kit, fails)
  expectThat(wrong.judged, wrong.codes.includes(code), `warnings 应有 ${code}`)
  const right = await warningsOf(kit, passes)
  expectThat(right.judged, !right.codes.includes(code), `符合该规则的项目不应警告 ${code}`)
  return undefined
}

const checkOf =
  (run: (kit: Kit, example: RuleExample) => Promise<undefined>, how: string) =>
  (example: RuleExample): Check => ({
    id: `rules.${example.code}`,
    level,
    expects: `${example.text}：${how}`,
    source: `规则 ${example.code}`,
    needs: ['ENT'],
    writes: true,
    run: (kit) => run(kit, example),
  })

/** A call that a rule refuses without any record. */
const refusal = (code: string, expects: string, body: unknown): Check => ({
  id: `rules.${code}`,
  level,
  expects,
  source: `submitProject，规则 ${code}`,
  needs: ['ENT'],
  writes: true,
  async run(kit) {
    const answer = expectStatus(await kit.call('submitProject', { as: kit.who('ENT'), body }), 400)
    expectThat(answer, codesOf(answer.json).includes(code), `应给出规则代码 ${code}`)
    return undefined
  },
})

export const ruleChecks: readonly Check[] = [
  ...blockers.map(checkOf(checkBlocker, '违反的不能保存')),
  ...warnings.map(checkOf(checkWarning, '违反的在提交前警告')),
  refusal('F-023', '取值为接口文档所列之一', { ids: [1], action: 'SEND' }),
  refusal('F-026', '列表的项数、格式符合接口文档', { ids: [], action: 'SUBMIT' }),
]
