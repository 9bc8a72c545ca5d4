import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from './accessible.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Expects a page to be accessible in light and dark mode and to fit a phone without horizontal scrolling. */
export async function expectSound(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page), `${name}, light`).toEqual([])
  await toDark(page)
  expect(await colourViolationsOf(page), `${name}, dark`).toEqual([])
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
  await page.setViewportSize(PHONE)
  // Tables change to cards with a short delay.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const words = `${name}, px beyond the width of a telephone`
  await expect.poll(excess, { message: words }).toBeLessThanOrEqual(0)
  await page.setViewportSize(WIDE)
}
