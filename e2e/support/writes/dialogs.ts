import type { Page } from 'playwright-core'
import { button, closed, dialog, fillIn, saveNew, type Time, type Writes } from './write.ts'

async function changeWindow(page: Page, time: Time): Promise<void> {
  await button(page, '修改').first().click()
  await fillIn(page, { remark: `第${time}次调整` })
  await button(dialog(page), '确定').click()
}

async function changeUser(page: Page, time: Time): Promise<void> {
  await button(page, 'county_yc').click()
  await button(dialog(page), '修改').click()
  await fillIn(page, { position: `第${time}科科长` })
  await button(dialog(page), '保存').click()
}

async function changeBuiltIn(page: Page, time: Time): Promise<void> {
  await button(page, 'province_bj').click()
  await button(dialog(page), '修改').click()
  await fillIn(page, { position: `第${time}处处长` })
  await button(dialog(page), '保存').click()
}

async function setQuota(page: Page, time: Time): Promise<void> {
  await page.getByRole('tab', { name: '推荐名额' }).click()
  await page.getByRole('textbox', { name: '北京市能源主管部门的名额' }).fill(`${2 + time}`)
  await button(page, /^设置/).click()
  await button(dialog(page), /^(设置|确定)/).click()
}

async function foundOffice(page: Page, time: Time): Promise<void> {
  await button(page, '新建机构').click()
  await fillIn(page, { orgName: `盐池县能源事务中心${time}` })
  await dialog(page).locator('[name="deptId"]').selectOption({ label: '县级能源主管部门' })
  await dialog(page).locator('[name="regionCode"]').click()
  await page.getByLabel('按名称查找地区').fill('盐池')
  await page.getByRole('option', { name: /盐池县/ }).click()
  await button(dialog(page), '保存').click()
}

async function renameMenu(page: Page, time: Time): Promise<void> {
  await button(page, '修改').last().click()
  await fillIn(page, { menuSort: `${90 + time}` })
  await button(dialog(page), '保存').click()
}

async function createRole(page: Page, time: Time): Promise<void> {
  await button(page, '新建角色').click()
  await fillIn(page, { name: `县级导入员${time}` })
  await dialog(page).locator('[name="basedOn"]').selectOption({ label: '县级' })
  await button(dialog(page), '创建').click()
}

async function recordMerger(page: Page, time: Time): Promise<void> {
  const [from, to] = time === 1 ? ['海原', '同心'] : ['泾源', '隆德']
  const place = async (name: string, words: string | undefined) => {
    await dialog(page).locator(`[name="${name}"]`).click()
    await page.getByLabel('按名称查找地区').fill(words ?? '')
    await page.getByRole('option', { name: new RegExp(`${words}县`) }).click()
  }
  await button(page, '记录沿革').click()
  await place('fromCode', from)
  await dialog(page).locator('[name="kind"]').selectOption({ label: '撤并' })
  await place('toCode', to)
  await fillIn(page, { effectiveDate: '2026-03-01', documentNo: `民函〔2026〕${time}号` })
  await button(dialog(page), '核对改属内容').click()
  await button(dialog(page), '确定改属').click()
}

async function draftMessage(page: Page, time: Time): Promise<void> {
  await button(page, '发送消息').click()
  await fillIn(page, { title: `报送提醒（第${time}次）`, content: '请按期报送。' })
  await dialog(page).locator('[name="messageType"]').selectOption({ label: '填报提醒' })
  await button(dialog(page), '存为草稿').click()
  await closed(page)
}

async function changeSelf(page: Page, time: Time): Promise<void> {
  await page.getByRole('textbox', { name: '职务', exact: true }).fill(`第${time}专员`)
  await button(page, '保存').click()
}

async function makeGroup(page: Page, time: Time): Promise<void> {
  await button(page, '新建').click()
  await dialog(page).getByLabel('组名').fill(`综合组${time}`)
  for (const name of ['陈立群', '周海宁', '吴明达'])
    await dialog(page)
      .getByRole('checkbox', { name: new RegExp(`^${name}`) })
      .check()
  await dialog(page).getByLabel('组长').selectOption({ label: '陈立群' })
  await dialog(page).getByRole('button', { name: /^建组/ }).click()
}

async function limitTasks(page: Page, time: Time): Promise<void> {
  await button(page, '本人资料与可参加时间').click()
  await dialog(page)
    .getByRole('textbox', { name: '承担项目上限' })
    .fill(`${9 + time}`)
  await button(dialog(page), '保存').click()
}

const entry = (time: Time) => ({ title: `第${time}次的内容` })

/** Screens whose dialog saves something. */
export const dialogs: Writes = {
  '/provincial/demonstration/index': {
    user: 'province_nx',
    sentTo: 'POST /api/provincialDemonstrationProject',
    write: saveNew('新增', (time) => ({ projectName: `宁夏省级示范${time}` }), '保存草稿'),
  },
  '/demonstration/apply/index': {
    user: 'enterprise_yc',
    sentTo: 'POST /api/esDemonstrationProject',
    write: saveNew('新建申报', (time) => ({ projectName: `盐池储能示范${time}` }), '建立并填写'),
  },
  '/system/filltime/index': { user: 'nation', sentTo: 'PUT /api/fillTime', write: changeWindow },
  '/system/user/index': { user: 'admin', sentTo: 'PUT /api/users/modify', write: changeUser },
  '/system/builtin/index': { user: 'admin', sentTo: 'PUT /api/users/modify', write: changeBuiltIn },
  '/demonstration/national/index': {
    user: 'nation',
    sentTo: 'PUT /api/esDemonstrationProject/quotas',
    write: setQuota,
  },
  '/system/org/index': { user: 'admin', sentTo: 'POST /api/org', write: foundOffice },
  '/system/menu/index': { user: 'admin', sentTo: 'PUT /api/menus', write: renameMenu },
  '/system/role/index': { user: 'admin', sentTo: 'POST /api/roles', write: createRole },
  '/system/dict/index': {
    user: 'admin',
    sentTo: 'POST /api/dictDetail',
    write: saveNew('新建字典项', (time) => ({ label: `重力储能${time}`, value: `9${time}` }), '保存'),
  },
  '/system/region/index': { user: 'admin', sentTo: 'POST /api/region/successions', write: recordMerger },
  '/system/owner/index': {
    user: 'admin',
    sentTo: 'POST /api/ownerDict',
    write: saveNew('新建业主', (time) => ({ label: `新能集团${time}`, value: `XN${time}` }), '保存'),
  },
  '/policyMent/index': {
    user: 'policy_edit',
    sentTo: 'POST /api/sectionInfo',
    write: saveNew('新增', entry, '存为草稿'),
  },
  '/industryMent/index': {
    user: 'industry_edit',
    sentTo: 'POST /api/sectionInfo',
    write: saveNew('新增', entry, '存为草稿'),
  },
  '/platformMent/index': {
    user: 'lab_edit',
    sentTo: 'POST /api/sectionInfo',
    write: saveNew('新增', entry, '存为草稿'),
  },
  '/message/push/index': { user: 'nation', sentTo: 'POST /api/messagePush', write: draftMessage },
  '/user/center': { user: 'enterprise_yc', sentTo: 'PUT /api/users/center', write: changeSelf },
  '/demonstration/excellent/group': {
    user: 'platform',
    sentTo: 'POST /api/esDemonstrationProject/addSysGroupAndExpert',
    write: makeGroup,
  },
  '/experttaskment/index': {
    user: 'expert',
    sentTo: 'PUT /api/esDemonstrationProject/experts/own',
    write: limitTasks,
  },
}
