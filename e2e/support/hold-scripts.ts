import type { Page } from 'playwright-core'
import { heldBack } from './frame.ts'

/** Holds the scripts of a page back until they are let go. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { held, release } = heldBack()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}
