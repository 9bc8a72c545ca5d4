import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toDark, violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'

const app = onPlatform()

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const errorOf = async (page: Page, name: string) => {
  const note = await field(page, name).getAttribute('aria-describedby')
  return note ? page.locator(`[id="${note}"]`).textContent() : null
}

async function openForm(search = ''): Promise<Page> {
  const page = await app.page('enterprise_yc', `/esproject/declare/form${search}`)
  await field(page, 'projectName').waitFor()
  return page
}

const saveDraft = async (page: Page) => {
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('已保存', { exact: true }).waitFor()
}

test('every group of a project stands in the form, with unit, mark and help', async () => {
  const page = await openForm()
  const titles = await page.locator('form').getByRole('heading', { level: 2 }).allTextContents()
  expect(titles).toEqual([
    '基本信息',
    '建设地点',
    '项目单位',
    '技术与规模',
    '应用与并网',
    '投资',
    '进度与手续',
    '其他',
  ])
  expect(await field(page, 'projectName').getAttribute('aria-required')).toBe('true')
  await page.getByLabel(/^额定功率/).waitFor()
  expect(await page.locator('fieldset[data-field="attachmentIds"]').count()).toBe(1)
})

test('a submission leads to the first error, and each goes as it is put right', async () => {
  const page = await openForm()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'projectName')
  expect(await errorOf(page, 'projectName')).toBe('值不能为空')
  await field(page, 'projectName').fill('甲储能电站')
  await expect.poll(() => errorOf(page, 'projectName')).not.toBe('值不能为空')
  expect(await page.getByRole('alert').textContent()).toMatch(/有 \d+ 处需要补充或修改/)
})

test('what follows from power, energy and investment is computed while they are typed', async () => {
  const page = await openForm()
  await field(page, 'ratedPower').fill('100')
  await field(page, 'ratedEnergy').fill('250')
  await field(page, 'totalInvestment').fill('25000')
  expect(await page.locator('output').allTextContents()).toEqual(['2.5h', '1,000元/kWh'])
})

test('what was typed survives a reload and is taken up again', async () => {
  const page = await openForm()
  await field(page, 'projectName').fill('未写完的储能电站')
  await page.getByText('已暂存于本机').waitFor()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText('填写但未保存的内容').waitFor()
  expect(await field(page, 'projectName').inputValue()).toBe('')
  await page.getByRole('button', { name: '恢复' }).click()
  expect(await field(page, 'projectName').inputValue()).toBe('未写完的储能电站')
  await saveDraft(page)
  await page.waitForURL(/id=\d+/)
  await page.reload()
  await field(page, 'projectName').waitFor()
  expect(await page.getByText('填写但未保存的内容').count()).toBe(0)
})

test('leaving asks only while something would be lost', async () => {
  const page = await openForm()
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  await field(page, 'projectName').fill('改了又改')
  await field(page, 'projectName').fill('')
  await page.reload()
  await field(page, 'projectName').waitFor()
  expect(asked).toEqual([])
  await field(page, 'projectName').fill('改了')
  await page.reload()
  await field(page, 'projectName').waitFor()
  expect(asked).toEqual(['beforeunload'])
})

test('a narrower choice is offered by the wider one, and emptied with it', async () => {
  const page = await openForm()
  await field(page, 'appScenario').selectOption({ label: '电网侧' })
  await field(page, 'appSubScenario').selectOption({ label: '独立储能' })
  await field(page, 'appScenario').selectOption({ label: '用户侧' })
  expect(await field(page, 'appSubScenario').inputValue()).toBe('')
  expect(await field(page, 'appSubScenario').locator('option').allTextContents()).not.toContain('独立储能')
})

test('a hybrid plant names its parts, whose sums must be the plant’s', async () => {
  const page = await openForm()
  await field(page, 'ratedPower').fill('100')
  await field(page, 'ratedEnergy').fill('200')
  await field(page, 'techType').selectOption({ label: '混合储能' })
  await page.getByRole('button', { name: '添加技术路线' }).click()
  await page.getByRole('button', { name: '添加技术路线' }).click()
  const fill = async (row: number, tech: string, power: string, energy: string) => {
    await field(page, `hybridDetail.${row}.techType`).selectOption({ label: tech })
    await field(page, `hybridDetail.${row}.ratedPower`).fill(power)
    await field(page, `hybridDetail.${row}.ratedEnergy`).fill(energy)
  }
  await fill(0, '锂离子电池', '60', '120')
  await fill(1, '钠离子电池', '30', '80')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('各部分额定功率之和与项目额定功率不一致').waitFor()
  await field(page, 'hybridDetail.1.ratedPower').fill('40')
  await page.getByText('各部分额定功率之和与项目额定功率不一致').waitFor({ state: 'detached' })
  await page.getByText('额定功率合计').getByText('100').waitFor()
})

const upload = async (page: Page, name: string, content: string) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '上传项目备案证' }).click(),
  ])
  await chooser.setFiles([{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }])
}

test('files are sent, listed, kept with the record and taken off again; others are refused in words', async () => {
  const page = await openForm()
  await field(page, 'projectName').fill('带附件的储能电站')
  await upload(page, '安装程序.exe', 'MZ')
  await page.getByText(/不支持此类文件/).waitFor()
  await upload(page, '伪装.pdf', 'not a document')
  await page.getByText('文件内容与扩展名不符').waitFor()
  await upload(page, '备案证.pdf', '%PDF-1.7 …')
  await page.getByRole('button', { name: '移除 备案证.pdf' }).waitFor()
  await saveDraft(page)
  await page.waitForURL(/id=\d+/)
  await page.reload()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '备案证.pdf', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('备案证.pdf')
  await page.getByRole('button', { name: '移除 备案证.pdf' }).click()
  await saveDraft(page)
  await page.reload()
  await field(page, 'projectName').waitFor()
  expect(await page.getByText('备案证.pdf').count()).toBe(0)
})

test('what only the server knows to be wrong stands at its field', async () => {
  const page = await openForm()
  await field(page, 'projectName').fill('坐标有误的储能电站')
  await page.route('**/api/esProject', (route) =>
    route.fulfill({
      status: 400,
      json: {
        status: 400,
        timestamp: '2026-11-21 10:00:00',
        message: '经度：不在所选县（区）附近',
        errors: [{ field: 'longitude', message: '不在所选县（区）附近' }],
      },
    }),
  )
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'longitude')
  expect(await errorOf(page, 'longitude')).toBe('不在所选县（区）附近')
  await field(page, 'longitude').fill('106.8')
  await expect.poll(() => errorOf(page, 'longitude')).not.toBe('不在所选县（区）附近')
})

test('a name that is taken in the county is pointed out while it is typed', async () => {
  const page = await openForm()
  const first = await page.context().newPage()
  await first.goto(app.url('/esproject/query/index'))
  const link = first.getByRole('link', { name: /盐池县.*储能/ }).first()
  await link.waitFor()
  await field(page, 'projectName').fill((await link.textContent()) ?? '')
  await page.getByText(/与已有项目“.*”重复/).waitFor()
})

test('of two who change the same record the second is told, and loses nothing', async () => {
  const one = await openForm()
  await field(one, 'projectName').fill('两人同改的储能电站')
  await saveDraft(one)
  await one.waitForURL(/id=\d+/)
  const two = await openForm(new URL(one.url()).search)
  await field(one, 'address').fill('花马池镇一号')
  await one.getByRole('button', { name: '保存草稿' }).click()
  await one.waitForFunction(() => !document.body.textContent?.includes('有未保存的修改'))
  await quiet(one)

  await field(two, 'address').fill('花马池镇二号')
  await two.getByRole('button', { name: '保存草稿' }).click()
  await two.getByText('已被他人修改或办理').waitFor()
  await two.getByText('已暂存于本机').waitFor()
  await two.getByRole('button', { name: '载入最新内容' }).click()
  await expect.poll(() => field(two, 'address').inputValue()).toBe('花马池镇一号')
  await two.getByRole('button', { name: '恢复' }).click()
  expect(await field(two, 'address').inputValue()).toBe('花马池镇二号')
})

test('breaks no rule of accessibility, filled or with every error shown, in light and in dark', async () => {
  const page = await openForm()
  expect(await violationsOf(page)).toEqual([])
  await field(page, 'techType').selectOption({ label: '混合储能' })
  await page.getByRole('button', { name: '添加技术路线' }).click()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByRole('alert').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await toDark(page)
  expect(await violationsOf(page)).toEqual([])
})
