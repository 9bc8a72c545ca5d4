import { DeclareStatus } from '@xinchu/sdk/codes'
import type { Account } from '../accounts.ts'
import { type Check, writingChecks } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import { codesOf, field, listOf } from '../values.ts'
import type { Answer } from '../wire.ts'
import { idOf, MARK, makeDraft, statusOf, step, versionOf } from './drafts.ts'

const get = (kit: Kit, as: Account, id: number) => kit.call('getEsProject', { as, params: { id } })

const listed = (answer: Answer, name: 'succeeded' | 'failed') => listOf(field(answer.json, name))
const hasSucceeded = (answer: Answer, id: number) => listed(answer, 'succeeded').includes(id)
const failureCodes = (answer: Answer) => codesOf({ errors: listed(answer, 'failed') })

/** Whether a step was refused: as a whole, or for its one project. */
function expectRefused(answer: Answer, id: number, why: string): Answer {
  if (answer.status >= 400) return expectStatus(answer, [400, 403, 404, 409], why)
  return expectThat(answer, !hasSucceeded(answer, id) && listed(answer, 'failed').length === 1, why)
}

function expectDone(answer: Answer, id: number, why: string): Answer {
  return expectThat(expectStatus(answer, 200, why), hasSucceeded(answer, id), why)
}

/** The one project that is submitted: the contract does not allow to delete it, so all checks of the flow share it. */
const submitted = (kit: Kit) =>
  kit.once('submitted', async () => {
    const as = kit.who('ENT')
    const { answer, draft } = await makeDraft(kit, as)
    const id = idOf(answer)
    const incomplete = await makeDraft(kit, as, { buildStatus: undefined, contactPhone: undefined })
    const missing = await step(kit, as, idOf(incomplete.answer), 'SUBMIT')
    const sent = await step(kit, as, id, 'SUBMIT')
    const read = await get(kit, as, id)
    const again = await step(kit, as, id, 'SUBMIT')
    const update = await kit.call('updateEsProject', { as, body: { ...draft, id, version: versionOf(read) } })
    const removal = await kit.call('deleteEsProjects', { as, body: [id] })
    return {
      id,
      as,
      draft,
      missing,
      incompleteId: idOf(incomplete.answer),
      sent,
      read,
      again,
      update,
      removal,
    }
  })

/** Goes on with the submitted project: its reviewer returns it, its owner takes it up again. */
const returned = (kit: Kit) =>
  kit.once('returned', async () => {
    const { id, as, draft } = await submitted(kit)
    const reviewer = kit.who('CNT')
    const seen = await get(kit, reviewer, id)
    const change = await kit.call('updateEsProject', {
      as: reviewer,
      body: { ...draft, id, version: versionOf(seen) },
    })
    const byOwner = await step(kit, as, id, 'PASS')
    const silent = await step(kit, reviewer, id, 'RETURN')
    const back = await step(kit, reviewer, id, 'RETURN', { opinion: `${MARK}：请忽略` })
    const read = await get(kit, as, id)
    const twice = await step(kit, reviewer, id, 'PASS')
    const edited = await kit.call('updateEsProject', { as, body: { ...draft, id, version: versionOf(read) } })
    return { id, seen, change, byOwner, silent, back, read, twice, edited }
  })

async function checkWithdraw(kit: Kit): Promise<undefined> {
  // After the checks of the return: the project is with its owner again, and stays so.
  const { id, as } = await submitted(kit)
  const state = statusOf(await get(kit, as, id))
  if (state !== DeclareStatus.atCounty) {
    const remarks = await kit.call('listReviewRemarks', {
      as,
      query: { entity: 'PROJECT', entityId: id, size: 50 },
    })
    const items = listOf(field(remarks.json, 'content')).map((each) => ({
      id: field(each, 'id'),
      answer: MARK,
    }))
    if (items.length > 0) await kit.call('answerReviewRemarks', { as, body: { items } })
    expectDone(await step(kit, as, id, 'SUBMIT'), id, '退回的项目答复意见后可再次提交')
  }
  const answer = expectDone(await step(kit, as, id, 'WITHDRAW'), id, '上级尚未签收时可以撤回')
  const read = await get(kit, as, id)
  expectThat(read, statusOf(read) !== DeclareStatus.atCounty, `撤回后不应仍在审核（${answer.requestId}）`)
  return undefined
}

const check = writingChecks('states')

/** Checks of the way of a project through its review. */
export const flowChecks: readonly Check[] = [
  check(
    'incomplete',
    '缺少必填项的不能提交，一次指出全部字段',
    'submitProject，规则 F-001',
    ['ENT'],
    async (kit) => {
      const { missing, incompleteId } = await submitted(kit)
      expectRefused(missing, incompleteId, '缺少必填项，应不能提交')
      const fields = listOf(field(listed(missing, 'failed')[0], 'errors')).map((error) =>
        field(error, 'field'),
      )
      const all = ['buildStatus', 'contactPhone'].every((name) => fields.includes(name))
      return void expectThat(missing, all, 'errors 应指出 buildStatus 与 contactPhone')
    },
  ),
  check('submit', '提交后由县级审核（declareStatus 1）', 'submitProject', ['ENT'], async (kit) => {
    const { id, sent, read } = await submitted(kit)
    expectDone(sent, id, '完整的草稿应可提交')
    return void expectThat(read, statusOf(read) === DeclareStatus.atCounty, '提交后 declareStatus 应为 1')
  }),
  check('submit-twice', '审核中的项目不能再次提交', 'submitProject，规则 W-005', ['ENT'], async (kit) => {
    const { id, again } = await submitted(kit)
    return void expectRefused(again, id, '已提交的项目不能再次提交')
  }),
  check(
    'locked',
    '审核中的项目不能修改，回复 409',
    'updateEsProject，规则 W-005',
    ['ENT'],
    async (kit) => void expectStatus((await submitted(kit)).update, 409),
  ),
  check(
    'submitted-stays',
    '提交过的项目不能删除，回复 409',
    'deleteEsProjects，规则 W-008',
    ['ENT'],
    async (kit) => void expectStatus((await submitted(kit)).removal, 409),
  ),
  check(
    'reviewer',
    '提交后审核单位可见，但不能代为修改（403）',
    '规则 W-001',
    ['ENT', 'CNT'],
    async (kit) => {
      const { seen, change } = await returned(kit)
      expectStatus(seen, 200, '审核单位可见')
      return void expectStatus(change, [403, 409], '可见而无权修改')
    },
  ),
  check(
    'own-review',
    '填报单位不能通过自己的项目',
    'submitProject，规则 W-001',
    ['ENT', 'CNT'],
    async (kit) => {
      const { id, byOwner } = await returned(kit)
      return void expectRefused(byOwner, id, '填报单位不能审核')
    },
  ),
  check('opinion', '退回而未填写意见回复 400', 'submitProject，规则 W-006', ['ENT', 'CNT'], async (kit) => {
    const answer = expectStatus((await returned(kit)).silent, 400)
    return void expectThat(answer, codesOf(answer.json).includes('W-006'), '应给出规则代码 W-006')
  }),
  check(
    'return',
    '退回后为 declareStatus 2，填报单位可以修改',
    'submitProject',
    ['ENT', 'CNT'],
    async (kit) => {
      const { id, back, read, edited } = await returned(kit)
      expectDone(back, id, '填写意见的退回')
      expectThat(read, statusOf(read) === DeclareStatus.returnedByCounty, '退回后 declareStatus 应为 2')
      return void expectStatus(edited, 200, '退回后填报单位可以修改')
    },
  ),
  check('order', '已退回的项目不能通过', 'submitProject，规则 W-005', ['ENT', 'CNT'], async (kit) => {
    const { id, twice } = await returned(kit)
    expectRefused(twice, id, '已退回的项目不能通过')
    const codes = failureCodes(twice)
    return void expectThat(twice, twice.status >= 400 || codes.length > 0, '应给出规则代码')
  }),
  check('withdraw', '上级签收前可以撤回', 'submitProject', ['ENT'], checkWithdraw),
]
