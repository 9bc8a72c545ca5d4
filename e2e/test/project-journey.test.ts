import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMenu } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { submitProject } from '../support/submit-project.ts'

const app = onPlatform()

const NAME = '盐池县花马池100MW储能示范站'
const REPORT = '上报国家能源主管部门'

async function fillForm(page: Page): Promise<void> {
  const texts: Record<string, string> = {
    projectName: NAME,
    address: '花马池镇储能产业园',
    longitude: '106.8',
    latitude: '37.9',
    contactName: '李明',
    contactPhone: '13800138000',
    ratedPower: '100',
    ratedEnergy: '200',
    totalInvestment: '20876.4',
    planGridDate: '2027-12-01',
  }
  const choices: Record<string, string> = {
    buildStatus: '规划',
    projectType: '新建',
    ownerType: '民营',
    techType: '锂离子电池',
    techSubType: '磷酸铁锂',
    isEchelonUse: '否',
    appScenario: '电网侧',
    appSubScenario: '独立储能',
    gridVoltage: '110kV',
    gridOperator: '国家电网',
  }
  for (const [name, text] of Object.entries(texts)) await page.locator(`[name="${name}"]`).fill(text)
  for (const [name, label] of Object.entries(choices))
    await page.locator(`[name="${name}"]`).selectOption({ label })
  await page.getByLabel('调峰', { exact: true }).check()
}

async function act(page: Page, menu: string, action: string, opinion?: string): Promise<void> {
  await openMenu(page, menu)
  await page.getByRole('link', { name: NAME }).click()
  const isPass = action === '通过'
  await page.getByRole('button', { name: isPass ? '通过…' : action, exact: true }).click()
  if (opinion) await page.getByRole('dialog').getByLabel(/意见/).fill(opinion)
  const main = page.getByRole('dialog').getByRole('button', { name: isPass ? /^通过 1 件/ : action })
  await main.click()
  await page.getByText(`已${action === REPORT ? '上报' : action} 1 个项目`).waitFor()
}

// Before the journey, whose project would be a suspected duplicate.
test('a form that only the server refuses is kept as a draft, marked, and leads to the first faulty field', async () => {
  const page = await app.page('enterprise_yc', '/esproject/declare/form')
  await fillForm(page)
  await page.locator('[name="projectName"]').fill('未选县区的项目')
  const place = page.locator('[name="provinceCode"]')
  await place.click()
  await page.getByRole('option', { name: '吴忠市' }).click()
  await page.keyboard.press('Escape')
  await submitProject(page)
  await page.waitForURL(/id=\d+/)
  await page.getByText('已保存为草稿，未能提交：县（区）：值不能为空').waitFor()
  await page.getByText('有 1 处需要补充或修改').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'provinceCode')
  await expect.poll(() => place.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.locator('[name="projectName"]').inputValue()).toBe('未选县区的项目')
})

test('[1.areas.1] a project typed by an enterprise passes county, city and province and reaches the nation', async () => {
  const enterprise = await app.page('enterprise_yc')
  await openMenu(enterprise, '项目申报')
  await enterprise.getByRole('link', { name: '新建项目' }).click()
  await fillForm(enterprise)
  await submitProject(enterprise)
  await enterprise.getByText('待县级审核').first().waitFor()

  await act(await app.page('county_yc'), '项目审核', '通过')
  await act(await app.page('city_wz'), '项目审核', '通过')
  const province = await app.page('province_nx')
  await act(province, '项目审核', '通过')
  await act(province, '项目审核', REPORT)
  await act(await app.page('nation'), '项目审核', '通过', '同意入库')

  await enterprise.reload()
  await enterprise.getByText('国家通过（待入库）').first().waitFor()
  await expect.poll(() => enterprise.getByText('意见：同意入库').count()).toBe(1)
})

test('an incomplete form says at each field what is missing and keeps what was typed', async () => {
  const page = await app.page('enterprise_yc', '/esproject/declare/form')
  await page.locator('[name="projectName"]').fill('未填完的项目')
  await page.locator('[name="contactPhone"]').fill('1380013800')
  await page.getByRole('button', { name: '提交…' }).click()
  await page.getByText('请输入正确格式的电话号码').waitFor()
  await expect.poll(() => page.getByText('值不能为空').count()).toBeGreaterThan(5)
  await expect.poll(() => page.locator('[name="projectName"]').inputValue()).toBe('未填完的项目')
})

test('[1.users.3] without a session every page leads to the log-in', async () => {
  const page = await app.guest('/esproject/query/index')
  await page.waitForURL('**/login')
  await expect.poll(() => page.getByText('涉密不上网，上网不涉密').count()).toBe(1)
})

test('a page that was not granted, and one that does not exist, lead to 404', async () => {
  const page = await app.page('enterprise_yc', '/user/center')
  for (const path of ['/esproject/audit/index', '/no/such/page']) {
    await page.goto(app.url(path))
    await page.waitForURL('**/404')
  }
})

test('the platform asks no other site for anything', async () => {
  const foreign: string[] = []
  const page = await app.guest()
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(app.url()) && !address.startsWith('data:')) foreign.push(address)
  })
  await page.goto(app.url('/login'))
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(foreign).toEqual([])
})
