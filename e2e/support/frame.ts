import type { Locator, Page } from 'playwright-core'
import { PASSWORD } from './browser.ts'

export const TOKEN_COOKIE = 'xinchu_token'

/** A page of the portal with its frame. */
export interface Frame {
  page: Page
  menu: Locator
  tags: Locator
  tag(name: string): Locator
  /** Waits until the page with this heading is shown. */
  heading(name: string): Promise<void>
  notice(text: string): Locator
  cookie(name: string): ReturnType<typeof cookieOf>
}

const cookieOf = async (page: Page, name: string) =>
  (await page.context().cookies()).find((each) => each.name === name)

export function frameOf(page: Page): Frame {
  const tags = page.getByRole('navigation', { name: '已打开的页面' })
  return {
    page,
    menu: page.getByRole('navigation', { name: '主菜单' }),
    tags,
    tag: (name) => tags.getByRole('button', { name, exact: true }),
    heading: (name) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor(),
    notice: (text) => page.locator('[aria-live] >> visible=true').getByText(text),
    cookie: (name) => cookieOf(page, name),
  }
}

/** Fills in and submits the log-in form. */
export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('登录账号').fill(username)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** A promise that waits until it is released. */
export function heldBack(): { held: Promise<void>; release: () => void } {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release }
}
