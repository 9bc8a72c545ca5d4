import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Walk } from '../../packages/sdk/examples/demonstration-batch/application.ts'
import { createClient, type XinchuClient } from '../../packages/sdk/src/index.ts'
import { pdfOf } from '../../packages/server/test/support/pilots.ts'
import { PASSWORD } from './browser.ts'

const clock = fileURLToPath(new URL('later-clock.mjs', import.meta.url))

/** The environment of a platform that lives some days later. */
export const daysLater = (days: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${clock}`,
  CLOCK_DAYS: String(days),
})

/** The walk of the SDK's example on a platform. */
export interface BrowserWalk extends Walk {
  /** Forgets all sessions: they end when nobody uses them for days. */
  logOut(): void
}

export function startWalk(url: () => string, batchNo: number): BrowserWalk {
  const clients = new Map<string, Promise<XinchuClient>>()
  async function logIn(username: string): Promise<XinchuClient> {
    const client = createClient({ baseUrl: url() })
    await client.login({ username, password: PASSWORD, code: '', uuid: '' })
    return client
  }
  return {
    batch: { batchYear: new Date().getFullYear(), batchNo },
    ids: new Map(),
    scan: pdfOf,
    as(username) {
      const client = clients.get(username) ?? logIn(username)
      clients.set(username, client)
      return client
    },
    logOut: () => clients.clear(),
  }
}

/** Sets a date field. */
export async function setDate(page: Page, label: string, day: string): Promise<void> {
  const field = page.getByLabel(label)
  await field.fill(day)
  await field.press('Tab')
}

/** A day some days from now, `yyyy-MM-dd` in Beijing. */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
