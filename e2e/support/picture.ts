import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Keeps a picture of a whole page for people, if the environment names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
