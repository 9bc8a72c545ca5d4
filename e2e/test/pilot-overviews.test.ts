import { expect, test } from 'vitest'
import { onSample } from '../support/on-platform.ts'
import { expectSound } from '../support/sound.ts'

const app = onSample()

test.each([
  ['nation', '/demonstration/progress/index'],
  ['query', '/demonstration/annual/index'],
] as const)('%s finds all announced projects in the table of %s', async (username, path) => {
  const page = await app.page(username, path)
  await page
    .getByRole('columnheader', { name: /^20\d\d/ })
    .first()
    .waitFor()
  await expectSound(page, `overview ${username} ${path}`)
  await page
    .getByRole('link', { name: /，已确认$/ })
    .first()
    .click()
  await page.getByRole('link', { name: '全部项目' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})
