/** Addresses of homes, messages, works, hits and lives are opened in the portal: each kind of address once. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { accountOf } from '../../packages/server/test/support/callers.ts'
import { linksOf } from '../../packages/server/test/support/given-links.ts'
import { isSoak } from '../../scripts/lib/test-seed.mjs'
import { hasCome, PASSWORD } from '../support/browser.ts'
import { designMenus } from '../support/design-menus.ts'
import { onSample } from '../support/on-platform.ts'
import { quiet } from '../support/quiet.ts'
import { faultOf } from '../support/screen-visits.ts'

const app = onSample({ keepsPages: true })

/** One of each kind of office that gets different links. In soak every account opens all of its kinds of address. */
const SOME = ['nation', 'platform', 'region_xb', 'province_nx', 'county_yc', 'enterprise_yc', 'group_spic']
const openers = isSoak ? designMenus.map(([username]) => username) : [...SOME, 'expert', 'query']

/** A kind of address: its path and the names of its parameters, without numbers and values. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, app.url())
  const record = /^[a-z_]+(?=-\d+$)/i.exec(searchParams.get('id') ?? '')?.[0] ?? ''
  return [pathname.replace(/\d+/g, 'n'), [...searchParams.keys()].sort().join(), record].join(' ').trim()
}

/** The addresses on an account's home page. */
async function linksAtHome(page: Page): Promise<string[]> {
  await hasCome(page)
  const addresses = await page
    .locator('main a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return addresses.filter((address) => /^\/(?!\/|api\/|docs\b)/.test(address))
}

async function linksFromCalls(username: string): Promise<string[]> {
  const client = createClient({ baseUrl: app.url() })
  await client.login({ username, password: PASSWORD, code: '', uuid: '' })
  return (await linksOf(accountOf(username), client)).map(({ to }) => to)
}

/** Opens an address without a load, as a link does. Describes what is wrong with its page. */
async function faultAt(page: Page, address: string): Promise<string | undefined> {
  const refused: string[] = []
  const note = (reply: { status(): number; url(): string }) => {
    if (reply.status() >= 400) refused.push(`${reply.status()} ${new URL(reply.url()).pathname}`)
  }
  page.on('response', note)
  await page.evaluate((to) => history.pushState({}, '', to), address)
  await quiet(page)
  const fault = await faultOf(page)
  page.off('response', note)
  const { pathname } = new URL(page.url())
  if (/^\/(?:40\d|login)/.test(pathname)) return `${address} leads to ${pathname}`
  const what = [...refused, ...(fault === undefined ? [] : [fault])].join('; ')
  return what === '' ? undefined : `${address}: ${what}`
}

/** Kinds of address that somebody has opened. */
const opened = new Set<string>()

describe.each(openers)('%s', (username) => {
  let page: Page
  const addresses = new Map<string, string>()
  beforeAll(async () => {
    page = await app.page(username, '/home')
    for (const address of [...(await linksAtHome(page)), ...(await linksFromCalls(username))])
      addresses.set(kindOf(address), address)
  })

  test('opens each kind of address that no one before him was given', async () => {
    const faults: string[] = []
    for (const [kind, address] of addresses) {
      if (opened.has(kind) && !isSoak) continue
      opened.add(kind)
      const fault = await faultAt(page, address)
      if (fault !== undefined) faults.push(fault)
    }
    expect(faults).toEqual([])
  })
})

afterAll(() => {
  expect(opened.size).toBeGreaterThan(20)
})
