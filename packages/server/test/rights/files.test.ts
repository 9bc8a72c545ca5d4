import { may } from '@xinchu/contract/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../src/domain/caller.ts'
import { type Rig, startRig } from '../rig.ts'
import { type Account, accountOf, accounts, type Place, reaches } from '../support/callers.ts'
import { soundProject } from '../support/projects.ts'
import { refusal } from '../support/refusal.ts'
import { smallPdf } from '../support/small-pdf.ts'

const MISSING = 999_999
const NINGXIA: Place = {
  province: '640000',
  city: '640300',
  county: '640323',
  regionGroup: 'XB',
  group: 'SPIC',
  office: accountOf('enterprise_yc').orgName,
}
const BEIJING: Place = {
  province: '110000',
  county: '110113',
  regionGroup: 'HB',
  office: accountOf('enterprise_sy').orgName,
}

const isOf =
  (office: string) =>
  (account: Account): boolean =>
    account.orgName === office && codeOf(account) !== undefined
const isIn =
  (place: Place) =>
  (account: Account): boolean =>
    reaches(account, place)

let rig: Rig
const ids = new Map<string, number>()

async function upload(username: string, kind: string, bizType: 'PROJECT_RECORD' | 'MESSAGE' | 'SECTION') {
  const { files } = await rig.sameAs(username)
  const file = new File([smallPdf('附件')], '附件.pdf', { type: 'application/pdf' })
  const { id } = await files.upload({ file, bizType })
  ids.set(kind, id)
  return id
}

beforeAll(async () => {
  rig = await startRig()
  await upload('enterprise_sy', 'kept by an enterprise of Beijing', 'PROJECT_RECORD')
  await upload('nation', 'kept by the nation', 'MESSAGE')
  const ningxia = await rig.sameAs('enterprise_yc')
  const ofDraft = await upload('enterprise_yc', 'of a draft in Ningxia', 'PROJECT_RECORD')
  await ningxia.projects.create(soundProject(31, { attachmentIds: [ofDraft] }))
  const ofNingxia = await upload('enterprise_yc', 'of a submitted project in Ningxia', 'PROJECT_RECORD')
  const { id } = await ningxia.projects.create(soundProject(32, { attachmentIds: [ofNingxia] }))
  await ningxia.projects.submit({ ids: [id], action: 'SUBMIT' })
  const beijing = await rig.sameAs('enterprise_sy')
  const ofBeijing = await upload('enterprise_sy', 'of a submitted project in Beijing', 'PROJECT_RECORD')
  const { cityCode: _city, companyName: _name, creditCode: _code, ...rest } = soundProject(33)
  const place = { provinceCode: '110000', countyCode: '110113', longitude: 116.65, latitude: 40.13 }
  const { id: other } = await beijing.projects.create({ ...rest, ...place, attachmentIds: [ofBeijing] })
  const { succeeded } = await beijing.projects.submit({ ids: [other], action: 'SUBMIT' })
  expect(succeeded).toEqual([other])
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const FILES: readonly (readonly [kind: string, mayHave: (account: Account) => boolean])[] = [
  ['kept by an enterprise of Beijing', isOf(BEIJING.office)],
  ['kept by the nation', isOf(accountOf('nation').orgName)],
  ['of a draft in Ningxia', isOf(NINGXIA.office)],
  ['of a submitted project in Ningxia', isIn(NINGXIA)],
  ['of a submitted project in Beijing', isIn(BEIJING)],
]

describe.each(FILES)('a file %s', (kind, mayHave) => {
  test.each(accounts)('to $username', async (account) => {
    const { files } = await rig.sameAs(account.username)
    const refused = await refusal(files.download(ids.get(kind) ?? 0))
    expect(refused).toEqual(mayHave(account) ? undefined : await refusal(files.download(MISSING)))
  })
})

test.each(['draft', 'published'] as const)('a file of a %s entry of the policy section', async (state) => {
  const editor = await rig.sameAs('policy_edit')
  const id = await upload('policy_edit', state, 'SECTION')
  const draft = {
    category: 'policy' as const,
    title: '关于新型储能的通知',
    issueOrg: '国家能源局',
    publishDate: '2024-04-02',
    content: '<p>正文</p>',
    attachmentIds: [id],
  }
  const made = await editor.sections.create(draft)
  if (state === 'published') await editor.sections.update({ ...draft, id: made.id, version: 0, status: '1' })
  const office = accountOf('policy_edit').orgName
  for (const account of accounts) {
    const { files } = await rig.sameAs(account.username)
    const isEditor = may(account, 'messages.oversee') || account.orgName === office
    expect((await refusal(files.download(id)))?.status, account.username).toBe(
      state === 'published' || isEditor ? undefined : 404,
    )
  }
})
