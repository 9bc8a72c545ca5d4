import type { Locator, Page } from 'playwright-core'
import type { App } from '../on-platform.ts'

export type Time = 1 | 2

/** A write on a screen that can be done twice. */
export interface Write {
  user: string
  /** Prepares a record for the write and returns the address of the screen. The path alone by default. */
  address?: (app: App, time: Time) => Promise<string>
  /** Method and path of the request. */
  sentTo: string
  /** Writes on the opened page for the first or the second time. */
  write: (page: Page, time: Time) => Promise<unknown>
}

/** Writes by the path of their screen. */
export type Writes = Readonly<Record<string, Write>>

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true })

export const dialog = (page: Page): Locator => page.getByRole('dialog').last()

/** Fills a text field, found by its caption. */
export const fill =
  (caption: string, text: string) =>
  (page: Page, time: Time): Promise<void> =>
    page.getByRole('textbox', { name: caption, exact: true }).first().fill(`${text}（第${time}次）`)

/** Fills the fields of the open dialog by their names. */
export async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await dialog(page).locator(`[name="${name}"]`).fill(text)
}

/** Waits until a dialog that has saved closes: until then its input is kept, and named as that of the record it made. */
export const closed = (page: Page): Promise<void> =>
  page.getByRole('dialog').first().waitFor({ state: 'hidden' })

/** Opens a dialog by a button, fills its fields by their names, and saves it by another. */
export const saveNew =
  (opener: string, fields: (time: Time) => Readonly<Record<string, string>>, save: string) =>
  async (page: Page, time: Time): Promise<void> => {
    await button(page, opener).first().click()
    await fillIn(page, fields(time))
    await button(dialog(page), save).click()
    await closed(page)
  }
