import type { Page } from 'playwright-core'
import type { App } from '../on-platform.ts'
import { draftProject, moveProject } from '../sample-project.ts'
import { button, dialog, type Time, type Writes } from './write.ts'

async function compareLedger(page: Page): Promise<void> {
  await button(page, '同步入库').click()
  await button(page, '核对差异').click()
}

async function pin(page: Page, time: Time): Promise<void> {
  await button(page, time === 1 ? '下载储能时长构成' : '下载投资主体').press('Enter')
  await page.getByRole('menuitem', { name: '固定到首页' }).press('Enter')
}

async function remind(page: Page, time: Time): Promise<void> {
  // Places whose companies have accounts.
  await button(page, time === 1 ? '催报宁夏回族自治区' : '催报新疆生产建设兵团').click()
  await button(dialog(page), '发送').click()
}

async function moveCard(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^后移 / })
    .first()
    .press('Enter')
}

async function importFile(page: Page, time: Time): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: `第${time}次.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`项目名称,额定功率（MW）,额定能量（MWh）\n花马池${time}号储能电站,100,200\n`),
  })
}

async function confirmValue(page: Page): Promise<void> {
  await button(page, /^确认属实/)
    .first()
    .click()
  await dialog(page).getByRole('textbox').fill('已与调度记录核对')
  await button(dialog(page), '确认属实').click()
}

let listed: number | undefined

/** A draft in the list; the second time it has been submitted and withdrawn. */
async function listedDraft(app: App, time: Time): Promise<string> {
  listed ??= await draftProject(app, {
    projectName: '盐池县逐件提交储能电站',
    latitude: 37.3,
    ratedPower: 10,
    ratedEnergy: 20,
    totalInvestment: 3000,
  })
  if (time === 2) await moveProject(app, 'enterprise_yc', listed, { action: 'WITHDRAW' })
  return '/esproject/declare/index'
}

async function submitListed(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /逐件提交/ }).check()
  await button(page, /^提交/).click()
  await dialog(page)
    .getByRole('checkbox', { name: /真实性/ })
    .check()
  await button(dialog(page), /^提交/).click()
}

async function saveFilter(page: Page, time: Time): Promise<void> {
  await page.getByRole('searchbox', { name: '关键字' }).fill(`盐池县${time}`)
  await button(page, '查询').click()
  await button(page, '常用查询').click()
  await dialog(page).getByRole('textbox').fill(`第${time}个查询`)
  await button(dialog(page), '保存').click()
}

async function acknowledge(page: Page, time: Time): Promise<void> {
  await button(page, `请第${time}次回执`).click()
  await button(dialog(page), '回执').click()
}

async function askReceipt(app: App, time: Time): Promise<string> {
  await app.call('nation', 'POST', '/api/messagePush', {
    title: `请第${time}次回执`,
    content: '<p>收到请回执。</p>',
    messageType: '1',
    targetType: '0',
    needReceipt: true,
  })
  return '/user/messageinformation'
}

/** Screens on which a button writes. */
export const buttons: Writes = {
  '/planningmonitoring/project/warehouse': {
    user: 'nation',
    sentTo: 'POST /api/esProject/syncWarehousingData',
    write: compareLedger,
  },
  '/planningmonitoring/project/completeness': {
    user: 'nation',
    sentTo: 'POST /api/esProject/generalItems/remind',
    write: remind,
  },
  '/planningmonitoring/project/scalelayout': { user: 'nation', sentTo: 'PUT /api/home/pinned', write: pin },
  '/planningmonitoring/project/scalelayoutProvince': {
    user: 'province_nx',
    sentTo: 'PUT /api/home/pinned',
    write: pin,
  },
  '/planningmonitoring/project/scalelayoutRegion': {
    user: 'region_xb',
    sentTo: 'PUT /api/home/pinned',
    write: pin,
  },
  '/esproject/import/index': {
    user: 'enterprise_yc',
    sentTo: 'POST /api/esProject/importProject',
    write: importFile,
  },
  '/planningmonitoring/project/usage': {
    user: 'nation',
    // The values to check are those of the working data.
    address: async () => '/planningmonitoring/project/usage?source=work',
    sentTo: 'POST /api/statistics/usageOutliers',
    write: confirmValue,
  },
  '/esproject/declare/index': {
    user: 'enterprise_yc',
    address: listedDraft,
    sentTo: 'POST /api/esProject/submitProject',
    write: submitListed,
  },
  '/esproject/query/index': { user: 'enterprise_yc', sentTo: 'POST /api/savedQuery', write: saveFilter },
  '/user/messageinformation': {
    user: 'enterprise_yc',
    address: askReceipt,
    sentTo: 'PUT /api/messagePush',
    write: acknowledge,
  },
  '/dashboard/index': { user: 'nation', sentTo: 'PUT /api/home/pinned', write: moveCard },
}
