import type { Page } from 'playwright-core'
import { heldBack } from './frame.ts'

/** Delays a page's scripts until released. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { held, release } = heldBack()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}
