import { existsSync } from 'node:fs'
import type { Page, Response } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { screens } from '../../packages/web/src/app/screens.ts'
import { onPlatform } from '../support/on-platform.ts'
import { buttons } from '../support/writes/buttons.ts'
import { decisions } from '../support/writes/decisions.ts'
import { dialogs } from '../support/writes/dialogs.ts'
import { reading, writtenElsewhere } from '../support/writes/reading.ts'
import { typed } from '../support/writes/typed.ts'
import type { Time, Write, Writes } from '../support/writes/write.ts'

const app = onPlatform({}, { keepsPages: true })
const all: Writes = { ...typed, ...dialogs, ...decisions, ...buttons }
const users = [...new Set(Object.values(all).map(({ user }) => user))]
/** Shorter than the usual time, so that a control that is missing fails the test early. */
const PATIENCE_MS = 20_000
const TIMES: readonly Time[] = [1, 2]

/** Errors and warnings in the console of a page, and the replies to its requests. */
interface Seen {
  faults: string[]
  replies: { sentTo: string; status: number }[]
}

function watch(page: Page): Seen {
  const seen: Seen = { faults: [], replies: [] }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.faults.push(message.text())
  })
  page.on('pageerror', (error) => seen.faults.push(error.message))
  page.on('response', (reply: Response) => {
    const sentTo = `${reply.request().method()} ${new URL(reply.url()).pathname}`
    seen.replies.push({ sentTo, status: reply.status() })
  })
  // The question whether to leave what is not saved.
  page.on('dialog', (dialog) => dialog.accept())
  return seen
}

/** Opens a screen by its address alone and writes on it. @returns the statuses of the write */
async function writeOnce(page: Page, seen: Seen, path: string, given: Write, time: Time): Promise<number[]> {
  seen.replies = []
  await page.goto(app.url((await given.address?.(app, time)) ?? path))
  await given.write(page, time)
  const statuses = () =>
    seen.replies.filter(({ sentTo }) => sentTo === given.sentTo).map(({ status }) => status)
  await expect.poll(() => statuses().length, { message: `${path}, time ${time}` }).toBeGreaterThan(0)
  return statuses()
}

const pages = new Map<string, Page>()
beforeAll(async () => {
  for (const user of users) pages.set(user, await app.page(user, '/user/center'))
})

test.each(users)('what %s writes is written again after each screen is loaded anew', async (user) => {
  const page = pages.get(user) ?? (await app.page(user))
  page.setDefaultTimeout(PATIENCE_MS)
  const seen = watch(page)
  for (const [path, given] of Object.entries(all).filter(([, each]) => each.user === user))
    for (const time of TIMES) {
      const statuses = await writeOnce(page, seen, path, given, time)
      expect
        .soft(
          statuses.filter((status) => status >= 300),
          `${path}, time ${time}`,
        )
        .toEqual([])
      expect.soft(seen.faults.splice(0), `${path}, time ${time}`).toEqual([])
    }
})

test('each screen is written here or in the test that is named, or is for reading', () => {
  const listed = [...Object.keys(all), ...reading, ...Object.keys(writtenElsewhere)]
  expect(listed.toSorted()).toEqual(screens.map(({ path }) => path as string).toSorted())
  for (const name of Object.values(writtenElsewhere))
    expect(existsSync(new URL(`${name}.test.ts`, import.meta.url)), name).toBe(true)
})
