import { expect, test } from 'vitest'
import { coveredControls } from '../../support/covered.ts'
import { onPlatform } from '../../support/on-platform.ts'
import { quiet } from '../../support/quiet.ts'
import { grantedPages } from '../../support/screens.ts'

const app = onPlatform()

const WIDTHS = [1440, 1024, 390] as const

const screens = grantedPages.filter((path) => !path.includes('$'))

test.each(['enterprise_yc', 'county_yc', 'province_nx', 'nation'])(
  'no control of any screen of %s lies under a notice or an unread message',
  async (username) => {
    await app.call('admin', 'POST', '/api/messagePush', {
      title: '请及时报送',
      content: '<p>请于月底前报送。</p>',
      messageType: '1',
      targetType: '0',
    })
    const { page } = await app.open(username, '/user/messageinformation')
    await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
    for (const path of ['/user/messageinformation', '/user/center', ...screens]) {
      await page.goto(app.url(path))
      await page.getByRole('button', { name: /^有[1-9]\d*条未读消息$/ }).waitFor()
      if (new URL(page.url()).pathname !== path) continue
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
        await quiet(page)
        expect.soft(await coveredControls(page), `${path} at ${width}`).toEqual([])
      }
    }
  },
  600_000,
)
