import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findNothingWrong } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { sampleProject, submittedProject } from '../support/sample-project.ts'
import { submitProject } from '../support/submit-project.ts'

const app = onPlatform()

const REPEATS = '/esproject/repeat/index'
const THEIRS = '盐池县红墩梁100MW储能电站'
const OWN = '盐池县哈巴湖构网型储能站'
const OPINION = '经核对备案证，文号为申请单位所有'

const dialogOf = (page: Page) => page.getByRole('dialog')

/** A draft of another enterprise in the same county, with the number of a submitted project in other brackets. */
async function repeatingDraft(): Promise<number> {
  await submittedProject(app, { projectName: THEIRS, recordNo: '盐发改备〔2026〕77号' })
  const made = await app.call('enterprise_sy', 'POST', '/api/esProject', {
    ...sampleProject,
    projectName: OWN,
    recordNo: '盐发改备（2026） 77号',
    companyName: '顺义一号储能有限公司',
    creditCode: '91110113MA0000002P',
    address: '哈巴湖',
    longitude: 107.31,
    latitude: 37.71,
    ratedPower: 55,
    ratedEnergy: 165,
  })
  return (made as { id: number }).id // held by the contract
}

test('an enterprise asks, the county decides with both projects before it, and the project is submitted', async () => {
  const id = await repeatingDraft()
  const path = `/esproject/declare/form?id=${id}`
  const author = await app.page('enterprise_sy', path)
  await author.getByRole('heading', { level: 1, name: OWN }).waitFor()
  await author.getByRole('button', { name: '提交…' }).click()
  await dialogOf(author).getByRole('heading', { name: '与已有项目重复，不能提交' }).waitFor()
  await findNothingWrong(author)
  await dialogOf(author).getByRole('button', { name: '请主管部门判定…' }).click()
  await dialogOf(author).getByLabel('理由').fill('文号由县局编发给本单位')
  await findNothingWrong(author)
  await dialogOf(author).getByRole('button', { name: '保存草稿并申请' }).click()
  await author.getByText('已保存为草稿，并请主管部门判定').first().waitFor()

  const other = await app.page('enterprise_yc', REPEATS)
  await other.getByText('另一单位申请，请核对本单位项目的代码和文号').waitFor()
  await expect.poll(() => other.getByText('文号由县局编发给本单位').count()).toBe(0)
  await other.goto(app.url('/user/messageinformation'))
  await other.getByText(`另一单位就“${THEIRS}”申请判定`).first().waitFor()

  const county = await app.page('county_yc')
  await county.getByRole('region', { name: '重复判定申请' }).getByText(OWN).waitFor()
  await county.goto(app.url(REPEATS))
  await county.getByRole('button', { name: `判定：“${OWN}”与“${THEIRS}”` }).click()
  const table = dialogOf(county).getByRole('table', { name: '两个项目的逐项对比' })
  await table.getByRole('row').filter({ hasText: '额定功率' }).getByText('55 MW').waitFor()
  await findNothingWrong(county)
  await dialogOf(county).getByRole('radio', { name: '不是同一项目' }).check()
  await dialogOf(county).getByRole('textbox', { name: '判定意见' }).fill(OPINION)
  await dialogOf(county).getByRole('button', { name: '判定', exact: true }).click()
  await county.getByText('已判定：不是同一项目').first().waitFor()

  await other.goto(app.url(REPEATS))
  await other.getByText(`判定意见：${OPINION}`).waitFor()
  await author.goto(app.url(path))
  await author.getByRole('heading', { level: 1, name: OWN }).waitFor()
  await submitProject(author)
  await author.getByText('待县级审核').first().waitFor()
})
