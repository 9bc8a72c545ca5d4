import { test } from 'vitest'
import { logIn } from '../../support/frame.ts'
import { onSample } from '../../support/on-platform.ts'

const app = onSample()

test('[2.landing.1] the log-in itself, /, /login and /register lead a user to his landing', async () => {
  const page = await app.guest('/login')
  await logIn(page, 'city_wz')
  await page.waitForURL('**/citytaskment/index')
  for (const path of ['/', '/login', '/register']) {
    await page.goto(app.url(path))
    await page.waitForURL('**/citytaskment/index')
  }
})
