import { DemoStatus } from '@xinchu/contract/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGranted, screenOf } from '../../../web/src/app/screens.ts'
import { type Rig, startRig } from '../rig.ts'
import { leaves } from '../support/menus.ts'
import { completePilot, judgeAll, soundPilot, step } from '../support/pilots.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

let serial = 700

async function submitted(): Promise<{ id: number; name: string }> {
  serial += 1
  const enterprise = await rig.sameAs('enterprise_yc')
  const demo = soundPilot(serial)
  const { id } = await completePilot(enterprise, demo)
  await step(enterprise, id, 'SUBMIT')
  return { id, name: demo.projectName ?? '' }
}

/** Titles and texts about one project, oldest first. Each link opens for its reader. */
async function told(username: string, id: number) {
  const client = await rig.sameAs(username)
  const menus = leaves(await client.menus.build())
  const { content } = await client.messages.list({ size: 100 })
  return content
    .filter(({ bizId }) => bizId === id)
    .reverse()
    .map(({ title, content: text, link = '' }) => {
      const screen = screenOf(link)
      expect([username, link, screen !== undefined && isGranted(screen, menus)]).toEqual([
        username,
        link,
        true,
      ])
      return [title, text]
    })
}

test('recommender, nation and applicant are told of the steps before the review', async () => {
  const { id, name } = await submitted()
  expect(await told('province_nx', id)).toEqual([
    ['1 件示范项目申报待办理', `<p>盐池一号储能有限公司提交的示范项目申报“${name}”已送本单位，请办理。</p>`],
  ])
  await step(await rig.sameAs('province_nx'), id, 'PASS')
  const recommended = '宁夏回族自治区能源主管部门推荐'
  expect(await told('nation', id)).toEqual([
    ['1 件示范项目申报待办理', `<p>${recommended}的示范项目申报“${name}”已送本单位，请办理。</p>`],
  ])
  await judgeAll(await rig.sameAs('platform'), id)
  await step(await rig.sameAs('platform'), id, 'ACCEPT')
  const [first, second] = await told('enterprise_yc', id)
  expect(first).toEqual([
    `示范项目申报“${name}”已由${recommended}`,
    '<p>现为“已推荐至国家”，由国家能源主管部门办理（第 3/4 步）。</p>',
  ])
  expect(second?.[0]).toMatch(new RegExp(`^示范项目申报“${name}”已由.+形审通过$`))
  expect((await told('province_nx', id)).map(([title]) => title)).toContain(second?.[0])
})

test.each([
  ['platform', 1],
  ['nation', 0],
])('of what %s sends back to the applicant the nation is told %i times', async (username, times) => {
  const { id, name } = await submitted()
  await step(await rig.sameAs('province_nx'), id, 'PASS')
  await step(await rig.sameAs(username), id, 'RETURN', { opinion: '请补充并网意见' })
  const texts = (await told('nation', id)).map((words) => words.join())
  const back = texts.filter((text) => text.includes(name) && text.includes('请补充并网意见'))
  expect(back).toHaveLength(times)
})

test('a step that comes too late says who has acted, and nothing of the review', async () => {
  const { id } = await submitted()
  await step(await rig.sameAs('province_nx'), id, 'PASS')
  const refusal = async (username: string, action: 'SUBMIT' | 'PASS') => {
    const { failed } = await (await rig.sameAs(username)).demoProjects.updateStatuses({ ids: [id], action })
    return failed[0]
  }
  expect(await refusal('enterprise_yc', 'SUBMIT')).toMatchObject({
    code: 'W-005',
    message: expect.stringMatching(
      /^宁夏回族自治区能源主管部门已于 .+ 通过，现为“已推荐至国家”，由国家能源主管部门办理。如需修改，可请国家能源主管部门退回。$/,
    ),
  })
  await rig.db
    .updateTable('demo_project')
    .set({ status: DemoStatus.primaryFailed })
    .where('id', '=', id)
    .execute()
  for (const username of ['enterprise_yc', 'province_nx'])
    expect(await refusal(username, username === 'enterprise_yc' ? 'SUBMIT' : 'PASS')).toEqual(
      expect.objectContaining({ code: 'W-005', message: '评审中，暂不能办理' }),
    )
})
