import { test } from 'vitest'
import { onPlatform } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform()

interface Row {
  id: number
  projectName: string
  status: string
}

test('a province recommends a project on a page that is accessible in light, dark and on a telephone', async () => {
  const { content } = (await app.call(
    'province_nx',
    'GET',
    '/api/esDemonstrationProject/getSubmitDemoProject?size=100',
  )) as { content: Row[] } // held by the contract
  const row = content.find(({ status }) => status === '1')
  if (!row) throw new Error('the demonstration has no project that waits for a recommendation')

  const desk = await app.page('province_nx', `/demonstration/recommend/province?id=${row.id}`)
  await desk.getByRole('checkbox', { name: `选择 ${row.projectName}` }).check()
  await desk.getByRole('button', { name: /^推荐至国家（1）/ }).click()
  await desk.getByText('已推荐至国家 1 项').first().waitFor()
  await expectSound(desk, 'recommendation')
})
