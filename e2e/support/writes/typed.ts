import type { Page } from 'playwright-core'
import type { App } from '../on-platform.ts'
import { usageGrid } from '../usage-grid.ts'
import { button, dialog, fill, type Time, type Writes } from './write.ts'

async function draftProject(page: Page, time: Time): Promise<void> {
  await page.locator('[name="projectName"]').fill(`花马池储能站${time}期`)
  await button(page, '保存草稿').click()
  // The form goes on as that of the project it made.
  await page.waitForURL(/[?&]id=/)
}

async function draftReport(page: Page, time: Time): Promise<void> {
  await fill('一、总体情况', '全区项目按计划推进')(page, time)
  await button(page, '保存草稿').click()
}

/** The first time creates the version that is edited. */
async function editCatalogue(page: Page, time: Time): Promise<void> {
  if (time === 1) {
    await button(page, '建立新版本').click()
    await button(dialog(page), '建立').click()
  } else await button(page, '继续编辑第 2 版').click()
  await page.getByRole('button', { name: 'A2-1' }).click()
  await page
    .getByRole('region', { name: '指标 A2-1' })
    .getByLabel('满分')
    .fill(`${7 + time}`)
}

let application: number | undefined

async function newApplication(app: App): Promise<string> {
  application ??= await app
    .call('enterprise_yc', 'POST', '/api/esDemonstrationProject', {
      projectName: '盐池县逐次填写储能示范',
      batchYear: new Date().getFullYear(),
      batchNo: 1,
      provinceCode: '640000',
      recommendType: '1',
      techType: '01',
    })
    .then((made) => (made as { id: number }).id) // held by the contract
  return `/demonstration/apply/form?id=${application}`
}

async function planGoals(page: Page, time: Time): Promise<void> {
  const parts = page.getByRole('navigation', { name: '申报材料目录' })
  await parts.getByRole('button', { name: /^实施方案/ }).click()
  await fill('总体目标', '按期建成')(page, time)
}

/** Screens on which text is typed, which is saved by itself or by a button. */
export const typed: Writes = {
  '/esproject/declare/form': { user: 'enterprise_yc', sentTo: 'POST /api/esProject', write: draftProject },
  '/decision/quarter/enterprise/index': {
    user: 'enterprise_yc',
    sentTo: 'POST /api/esProject/addGeneralItems',
    write: (page, time) => usageGrid(page).type(0, 'chargeEnergy', `161${time}`),
  },
  '/decision/year/calculation/index': {
    user: 'enterprise_yc',
    sentTo: 'POST /api/esProject/addGeneralItems',
    write: fill('测算依据', '按在建项目的投产计划'),
  },
  '/demonstration/apply/form': {
    user: 'enterprise_yc',
    address: newApplication,
    sentTo: 'POST /api/esDemonstrationProject/addImplementation',
    write: planGoals,
  },
  '/demonstration/progress/index': {
    user: 'enterprise_yc',
    sentTo: 'POST /api/tbProgressSubmission',
    write: fill('本期进展', '全容量运行'),
  },
  '/demonstration/annual/index': {
    user: 'enterprise_yc',
    sentTo: 'POST /api/demoAnnualReport',
    write: fill('建设情况', '按方案完成'),
  },
  '/demonstration/assess/index': {
    user: 'enterprise_yc',
    sentTo: 'POST /api/tbIndexvalue',
    write: fill('说明', '国内领先'),
  },
  '/demonstration/assess/catalogue': {
    user: 'platform',
    sentTo: 'PUT /api/tbAssessindexdictNew/versions',
    write: editCatalogue,
  },
  '/demonstration/expert/primary': {
    user: 'expert',
    sentTo: 'POST /api/esDemonstrationProject/addPrimaryExpertScore',
    write: (page, time) =>
      page.getByRole('textbox', { name: /评审意见/ }).fill(`技术路线成熟（第${time}次）`),
  },
  '/provincial/workreport/index': {
    user: 'province_nx',
    sentTo: 'POST /api/provicedemoWorkreport',
    write: draftReport,
  },
}
