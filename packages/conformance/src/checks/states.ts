import { DeclareStatus } from '@xinchu/sdk/codes'
import type { Account } from '../accounts.ts'
import { type Check, writingChecks } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import { field, listOf } from '../values.ts'
import { idOf, MARK, makeDraft, soundDraft, statusOf, versionOf } from './drafts.ts'

const get = (kit: Kit, as: Account, id: number) => kit.call('getEsProject', { as, params: { id } })

async function checkDraft(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const { answer, draft } = await makeDraft(kit, as)
  expectThat(answer, statusOf(answer) === DeclareStatus.draft, '新建的项目应为草稿（declareStatus 0）')
  const read = expectStatus(await get(kit, as, idOf(answer)), 200)
  for (const name of ['projectName', 'ratedPower', 'planGridDate', 'isEchelonUse'] as const)
    expectThat(read, field(read.json, name) === draft[name], `${name} 应与保存的一致`)
  const actions = listOf(field(field(read.json, 'flow'), 'actions'))
  expectThat(read, actions.includes('SUBMIT'), 'flow.actions 应有 SUBMIT')
  return undefined
}

async function checkUpdate(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const { answer, draft } = await makeDraft(kit, as)
  const [id, version] = [idOf(answer), versionOf(answer)]
  const { address: _cleared, ...rest } = draft
  const changed = expectStatus(await kit.call('updateEsProject', { as, body: { ...rest, id, version } }), 200)
  expectThat(changed, versionOf(changed) > version, '修改后 version 应增加')
  expectThat(changed, field(changed.json, 'address') === undefined, '整体替换时，未给出的属性应清空')
  return undefined
}

async function checkStale(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const { answer, draft } = await makeDraft(kit, as)
  const body = { ...draft, id: idOf(answer), version: versionOf(answer) }
  expectStatus(await kit.call('updateEsProject', { as, body }), 200)
  expectStatus(
    await kit.call('updateEsProject', { as, body: { ...body, address: '旧版本' } }),
    409,
    '版本不符',
  )
  return undefined
}

async function checkInvisible(kit: Kit): Promise<undefined> {
  const [owner, stranger] = [kit.who('ENT'), kit.who('ENT2')]
  const { answer } = await makeDraft(kit, owner)
  const id = idOf(answer)
  expectStatus(await get(kit, stranger, id), 404, '其他单位的草稿与不存在的相同')
  expectStatus(
    await kit.call('deleteEsProjects', { as: stranger, body: [id] }),
    404,
    '其他单位的草稿与不存在的相同',
  )
  expectStatus(await get(kit, owner, id), 200, '草稿仍在')
  return undefined
}

async function checkDelete(kit: Kit): Promise<undefined> {
  const as = kit.who('ENT')
  const { answer } = await makeDraft(kit, as)
  const id = idOf(answer)
  expectStatus(await kit.call('deleteEsProjects', { as, body: [id] }), 204)
  expectStatus(await get(kit, as, id), 404, '已删除')
  expectStatus(await kit.call('deleteEsProjects', { as, body: [id] }), 404, '已删除的再次删除')
  return undefined
}

async function checkForeignPlace(kit: Kit): Promise<undefined> {
  const [as, other] = [kit.who('ENT'), kit.who('ENT2')]
  const draft = { ...soundDraft(as), companyName: `${MARK}有限公司${other.orgId}` }
  expectStatus(await kit.call('createEsProject', { as, body: draft }), 403, '企业不能填报其他单位的项目')
  return undefined
}

const check = writingChecks('states')

export const stateChecks: readonly Check[] = [
  check(
    'draft',
    '新建为草稿，读取的与保存的一致，可以提交',
    'createEsProject、getEsProject',
    ['ENT'],
    checkDraft,
  ),
  check('update', '修改为整体替换，version 增加', 'updateEsProject', ['ENT'], checkUpdate),
  check('stale-version', '版本不符的修改回复 409', 'updateEsProject，规则 W-003', ['ENT'], checkStale),
  check('invisible', '不可见的记录与不存在的同样回复 404', '规则 W-002', ['ENT', 'ENT2'], checkInvisible),
  check(
    'other-company',
    '企业填报其他单位的项目回复 403',
    'createEsProject，规则 P-015',
    ['ENT', 'ENT2'],
    checkForeignPlace,
  ),
  check('delete', '草稿可以删除，此后为 404', 'deleteEsProjects', ['ENT'], checkDelete),
]
