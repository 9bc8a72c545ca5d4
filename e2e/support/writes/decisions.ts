import type { Page } from 'playwright-core'
import type { App } from '../on-platform.ts'
import { draftProject, moveProject } from '../sample-project.ts'
import { button, dialog, type Time, type Writes } from './write.ts'

let withdrawn: number | undefined

const OPINION = '请核对建设规模后重新提交'

async function reportUp(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: '待上报' }).first().getByRole('checkbox').check()
  await button(page, '上报国家能源主管部门').click()
  await button(dialog(page), '上报国家能源主管部门').click()
}

async function returnFromDrawer(page: Page): Promise<void> {
  const submitted = page.getByRole('row').filter({ hasText: '已提交' }).first()
  await button(submitted, '查看').click()
  await button(dialog(page), '退回').click()
  await dialog(page).getByRole('textbox', { name: '意见' }).fill(OPINION)
  await button(dialog(page), '确定退回').click()
}

/** The opinion of the first time may be there as a draft: an equal one would not be sent. */
async function returnOnDesk(page: Page, time: Time): Promise<void> {
  await page.getByRole('textbox', { name: /^办理意见/ }).fill(`${OPINION}（第 ${time} 次）`)
  await page.getByRole('button', { name: /^退回/ }).click()
}

async function judgePoint(page: Page, time: Time): Promise<void> {
  await page
    .getByRole('list', { name: '形审要点' })
    .getByRole('group', { name: 'F-04 判定' })
    .getByRole('button', { name: time === 1 ? '符合' : '不涉及', exact: true })
    .click()
}

/** Recommends the project that waits, and takes it back the second time. */
async function recommend(page: Page, time: Time): Promise<void> {
  if (time === 1) {
    await page.getByRole('row').getByRole('checkbox').nth(1).check()
    await button(page, /^推荐至国家（1）/).click()
  } else
    await button(page, /^撤回 /)
      .first()
      .click()
}

/** A project that waits for the county; the second time it has been withdrawn before. */
async function submittedDetail(app: App): Promise<string> {
  withdrawn ??= await draftProject(app, { projectName: '盐池县反复撤回60MW/120MWh储能电站', latitude: 37.4 })
  await moveProject(app, 'enterprise_yc', withdrawn, { action: 'SUBMIT', repeatReason: '分属两个地块' })
  return `/esproject/detail/${withdrawn}`
}

async function withdraw(page: Page): Promise<void> {
  await button(page, '撤回').click()
  await button(dialog(page), /^(撤回|确定)/).click()
}

/** Screens on which somebody decides. */
export const decisions: Writes = {
  '/esproject/audit/index': {
    user: 'province_nx',
    sentTo: 'POST /api/esProject/submitProject',
    write: reportUp,
  },
  '/esproject/desk/index': { user: 'county_yc', sentTo: 'PUT /api/review/draft', write: returnOnDesk },
  '/esproject/detail/$id': {
    user: 'enterprise_yc',
    address: submittedDetail,
    sentTo: 'POST /api/esProject/submitProject',
    write: withdraw,
  },
  '/decision/quarter/government/index': {
    user: 'province_nx',
    sentTo: 'POST /api/esProject/addGeneralItems',
    write: returnFromDrawer,
  },
  '/demonstration/platform/index': {
    user: 'platform',
    sentTo: 'PUT /api/esDemonstrationProject/formalCheck',
    write: judgePoint,
  },
  '/demonstration/recommend/province': {
    user: 'province_nx',
    sentTo: 'PUT /api/esDemonstrationProject/updateBath',
    write: recommend,
  },
  '/demonstration/recommend/group': {
    user: 'group_spic',
    sentTo: 'PUT /api/esDemonstrationProject/updateBath',
    write: recommend,
  },
}
