import { expect, test } from 'vitest'
import { onSample } from '../support/on-platform.ts'

const app = onSample()

test('the reference of the interface shows every group, and asks no other site for anything', async () => {
  const page = await app.guest()
  const foreign: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(app.url())) foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  await page.goto(app.url('/docs/api'))
  await page.getByRole('heading', { name: '全国新型储能大数据平台接口' }).waitFor()
  await page.getByText('登录与会话').first().waitFor()
  expect({ foreign, refused }).toEqual({ foreign: [], refused: [] })
})
