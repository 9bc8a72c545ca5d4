import { roundTo } from '@xinchu/validators'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isGranted, screenOf } from '../../../web/src/app/screens.ts'
import { type Rig, startRig } from '../rig.ts'
import { leaves } from '../support/menus.ts'
import { withoutMessages } from '../support/no-messages.ts'
import { soundProject } from '../support/projects.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

beforeEach(() => withoutMessages(rig.db))

let serial = 0

/** A submitted project of the first enterprise that is like no other. */
async function submitted(): Promise<{ id: number; name: string }> {
  serial += 1
  const name = `盐池县惠安堡第${serial}储能站`
  const place = { address: '惠安堡镇', longitude: roundTo(106.6 + serial * 0.03, 4), latitude: 37.45 }
  const enterprise = await rig.sameAs('enterprise_yc')
  const { id } = await enterprise.projects.create(soundProject(serial, { projectName: name, ...place }))
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  return { id, name }
}

/** Titles, texts and links that an account received about one project, or with a title; each opens for it. */
async function received(username: string, isWanted: (message: { bizId?: number; title: string }) => boolean) {
  const client = await rig.sameAs(username)
  const { content } = await client.messages.list({ size: 200 })
  const menus = leaves(await client.menus.build())
  return content.filter(isWanted).map(({ title, content: text, link = '', done }) => {
    const screen = screenOf(link)
    expect([username, link, screen !== undefined && isGranted(screen, menus)]).toEqual([username, link, true])
    expect(done).toBeUndefined()
    return [title, text]
  })
}

/** News about one project. Its tasks are told apart. */
const about = (id: number) => (message: { bizId?: number; title: string }) =>
  message.bizId === id && !message.title.endsWith('待办理')

async function step(
  username: string,
  ids: number[],
  action: 'PASS' | 'RETURN' | 'SUBMIT' | 'WITHDRAW',
  more = {},
) {
  const client = await rig.sameAs(username)
  const { succeeded } = await client.projects.submit({ ids, action, ...more })
  expect(succeeded).toEqual(ids)
}

test('an author is told of each pass: by whom, the state, and who deals with the project next', async () => {
  const { id, name } = await submitted()
  await step('county_yc', [id], 'PASS')
  await step('city_wz', [id], 'PASS')
  await step('province_nx', [id], 'PASS')
  await step('province_nx', [id], 'SUBMIT', { target: 'country' })
  await step('nation', [id], 'PASS', { target: 'country' })
  const told = await received('enterprise_yc', about(id))
  expect(told.reverse()).toEqual([
    [
      `“${name}”已由盐池县能源主管部门通过`,
      '<p>现为“待市级审核”，由吴忠市能源主管部门办理（第 3/6 步）。</p>',
    ],
    [
      `“${name}”已由吴忠市能源主管部门通过`,
      '<p>现为“待省级审核”，由宁夏回族自治区能源主管部门办理（第 4/6 步）。</p>',
    ],
    [
      `“${name}”已由宁夏回族自治区能源主管部门通过`,
      '<p>现为“省级通过”，由宁夏回族自治区能源主管部门办理（第 4/6 步）。</p>',
    ],
    [
      `“${name}”已由宁夏回族自治区能源主管部门上报国家`,
      '<p>现为“待国家审核”，由国家能源主管部门办理（第 5/6 步）。</p>',
    ],
    [`“${name}”已由国家能源主管部门通过`, '<p>现为“国家通过（待入库）”。</p>'],
  ])
  for (const office of ['county_yc', 'city_wz', 'province_nx'])
    expect(await received(office, about(id)), office).toEqual([
      [`“${name}”已由国家能源主管部门通过`, '<p>现为“国家通过（待入库）”。</p>'],
    ])
})

test('several projects that are passed together are one message, which leads to the list', async () => {
  const [one, two] = [await submitted(), await submitted()]
  await step('county_yc', [one.id, two.id], 'PASS')
  const told = await received('enterprise_yc', ({ title }) => title.startsWith('2 个项目'))
  expect(told).toEqual([
    [
      '2 个项目已由盐池县能源主管部门通过',
      `<p>“${one.name}”、“${two.name}”</p><p>现为“待市级审核”，由吴忠市能源主管部门办理（第 3/6 步）。</p>`,
    ],
  ])
})

test('a return tells the levels whose passes are void, and the author once', async () => {
  const { id, name } = await submitted()
  await step('county_yc', [id], 'PASS')
  await step('city_wz', [id], 'RETURN', { opinion: '请核对建设规模' })
  expect(await received('county_yc', about(id))).toEqual([
    [
      `“${name}”已退回填报单位，本级原通过作废`,
      `<p>吴忠市能源主管部门退回了“${name}”，重新提交后须再次审核。</p>`,
    ],
  ])
  const enterprise = await rig.sameAs('enterprise_yc')
  const { content } = await enterprise.messages.list({ size: 200 })
  const titles = content.filter(about(id)).map(({ title }) => title)
  expect(titles).toEqual([`项目被退回：${name}`, `“${name}”已由盐池县能源主管部门通过`])
})

test('a withdrawal tells the office that held the project', async () => {
  const { id, name } = await submitted()
  await step('enterprise_yc', [id], 'WITHDRAW')
  expect(await received('county_yc', about(id))).toEqual([
    [`“${name}”已由盐池一号储能有限公司撤回`, '<p>撤回的项目不再由本单位办理，重新提交后再送本单位。</p>'],
  ])
})

test('a pass that is undone leaves no message', async () => {
  const other = await startRig({ config: { undoSeconds: 600 } })
  try {
    const enterprise = await other.as('enterprise_yc')
    const { id } = await enterprise.projects.create(soundProject(40))
    await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    const stored = () =>
      other.db.selectFrom('message_push').select('code').where('biz_id', '=', id).orderBy('id').execute()
    const before = await stored()
    const county = await other.as('county_yc')
    const { undo } = await county.projects.submit({ ids: [id], action: 'PASS' })
    expect(await stored()).toEqual([...before, { code: 'record.todo' }, { code: 'record.moved' }])
    await county.review.undo({ undoId: undo?.undoId ?? '' })
    expect(await stored()).toEqual(before)
  } finally {
    await other.close()
  }
})

test('an office has a task for each project that is sent to it, done when it has acted', async () => {
  const { id, name } = await submitted()
  const task = async () => {
    const { content } = await (await rig.sameAs('county_yc')).messages.list({ size: 200 })
    return content.find((each) => each.bizId === id)
  }
  expect(await task()).toMatchObject({
    title: '1 件项目待办理',
    content: `<p>盐池一号储能有限公司提交的“${name}”已送本单位，请办理。</p>`,
    link: `/esproject/desk/index?id=project-${id}`,
    done: false,
  })
  await step('county_yc', [id], 'PASS')
  expect(await task()).toMatchObject({ done: true })
})

type Said = [username: string, titles: string[]]

/** Titles of the messages about one yearly calculation of the county, newest first, by account. */
async function titlesAbout(id: number, usernames: readonly string[]): Promise<Said[]> {
  return Promise.all(
    usernames.map(async (username): Promise<Said> => {
      const { content } = await (await rig.sameAs(username)).messages.list({ size: 200 })
      return [
        username,
        content
          .filter(({ bizId, link = '' }) => bizId === id && !link.includes('project-'))
          .map(({ title }) => title),
      ]
    }),
  )
}

test('author, reviewer and nation are told of each step of a yearly calculation', async () => {
  const year = new Date().getFullYear()
  const county = await rig.sameAs('county_yc')
  const [due] = (await county.projects.listDueItems({ itemType: 'YEARCALC', year })).content
  const { scopeType = 'REGION', scopeId = 0 } = due?.item?.yearCalc ?? due?.yearCalc ?? {}
  const rows = [{ techType: '01', appScenario: '2', lastYearPower: 100, lastYearEnergy: 200 }] as const
  const yearCalc = { scopeType, scopeId, year, rows: [...rows] }
  let [at] = (
    await county.projects.saveGeneralItems({ action: 'SUBMIT', items: [{ itemType: 'YEARCALC', yearCalc }] })
  ).saved
  const take = async (
    username: string,
    action: 'PASS' | 'WITHDRAW' | 'CONFIRM' | 'REOPEN',
    opinion?: string,
  ) => {
    const items = [{ itemType: 'YEARCALC' as const, id: at?.id ?? 0, version: at?.version ?? 0 }]
    const call = (await rig.sameAs(username)).projects.saveGeneralItems({
      action,
      items,
      ...(opinion ? { opinion } : {}),
    })
    ;[at] = (await call).saved
  }
  await take('city_wz', 'PASS')
  await take('city_wz', 'WITHDRAW')
  await take('city_wz', 'PASS')
  await take('nation', 'CONFIRM')
  await take('nation', 'REOPEN', '请核对')
  const named = `年度测算“盐池县 ${year}年度测算”`
  const passed = `${named}已由吴忠市能源主管部门通过`
  expect(await titlesAbout(at?.id ?? 0, ['county_yc', 'city_wz', 'nation'])).toEqual([
    ['county_yc', ['年度测算被退回：盐池县', `${named}已由国家能源主管部门确认`, passed]],
    [
      'city_wz',
      [`${named}已退回填报单位，本级原通过作废`, `${named}已由国家能源主管部门确认`, '1 件年度测算待办理'],
    ],
    ['nation', ['1 件年度测算待办理', `${named}已由吴忠市能源主管部门撤回`]],
  ])
})
