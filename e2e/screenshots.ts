// Takes the pictures of docs/screenshots from the running platform, so that they stay true: pnpm screenshots
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { loginAs, startBrowser } from './support/browser.ts'
import { startPlatform } from './support/platform.ts'
import { quiet } from './support/quiet.ts'

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
mkdirSync(folder, { recursive: true })

const browser = await startBrowser()
const platform = await startPlatform({ CAPTCHA: 'on' })
const open = await startPlatform()
const take = (page: Page, name: string) => page.screenshot({ path: join(folder, `${name}.png`) })

async function settled(page: Page, address: string): Promise<void> {
  await page.goto(`${open.url}${address}`)
  await quiet(page)
}

try {
  const guest = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  await guest.goto(`${platform.url}/login`)
  await guest.waitForLoadState('networkidle')
  await take(guest, 'login')

  const province = await loginAs(browser, open.url, 'province_nx')
  await settled(province, '/esproject/audit/index')
  await take(province, 'project-audit')
  await settled(province, '/esproject/query/index')
  await province
    .getByRole('link', { name: /储能电站/ })
    .first()
    .click()
  await quiet(province)
  await take(province, 'project-detail')
  await province.getByRole('button', { name: '深色' }).click()
  await take(province, 'dark')

  const enterprise = await loginAs(browser, open.url, 'enterprise_yc')
  await settled(enterprise, '/esproject/declare/form')
  await take(enterprise, 'project-form')
  await enterprise.setViewportSize({ width: 390, height: 844 })
  await settled(enterprise, '/esproject/declare/form')
  await take(enterprise, 'mobile')
} finally {
  await browser.close()
  await Promise.all([platform.stop(), open.stop()])
}
