import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until an element has the focus. */
export async function hasFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
}

/**
 * Waits until a list shows rows and each of them has a text. A click before that may meet a row that the answer to a
 * search moves or takes away.
 */
export async function listShowsOnly(page: Page, text: string): Promise<void> {
  const rows = page.locator('tbody').getByRole('row')
  const state = async () => {
    const texts = await rows.filter({ visible: true }).allInnerTexts()
    return texts.length > 0 && texts.every((each) => each.includes(text))
  }
  await expect.poll(state).toBe(true)
}
