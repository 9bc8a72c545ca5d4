import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { screenOf } from '../../packages/web/src/app/screens.ts'
import { colourViolationsOf, toDark, violationsOf } from './accessible.ts'
import { coveredControls } from './covered.ts'
import { quiet } from './quiet.ts'
import { controlUnderNotice } from './under-notice.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
// Parts that only a narrower window needs, such as the folded menu, start to load at once.
const LOOKS_AFTER_RESIZE = 3

/** Addresses beside the screens to which a link may lead: files and documents of the server, pages before the log-in. */
const ELSEWHERE = /^\/(?:$|api\/|auth\/|docs\/|docs$|login$|verify$|401$|404$)/

export interface Watch {
  /** Returns the errors and foreign requests since the last call. */
  take(): string[]
}

/** Collects what a page does wrong while it is open: errors, warnings of the console, requests to other origins. */
export function watchPage(page: Page, origin: string): Watch {
  let seen: string[] = []
  page.on('pageerror', ({ message }) => seen.push(`error: ${message}`))
  page.on('console', (said) => {
    if (said.type() === 'error') seen.push(`console: ${said.text()}`)
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin))
      seen.push(`asks ${request.url()}`)
  })
  return {
    take() {
      const all = seen
      seen = []
      return all
    },
  }
}

/** Links of the content that lead to no screen. */
async function deadLinks(page: Page): Promise<string[]> {
  const links = await page
    .locator('main a[href^="/"]')
    .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))])
  return links.filter((href) => !ELSEWHERE.test(href.split(/[?#]/)[0] ?? '') && !screenOf(href))
}

const excessOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Parts of the frame that are on paper, and content that is not black on white there. Runs in the page. */
function unfitForPaper(): string[] {
  const frame = ['nav[aria-label="主菜单"]', 'nav[aria-label="已打开的页面"]', 'header:not(main *) button']
  const found = frame.filter((selector) => document.querySelector(selector)?.checkVisibility())
  const main = document.querySelector('main')
  const colours = [main && getComputedStyle(main).color, getComputedStyle(document.body).backgroundColor]
  if (colours.join() !== 'rgb(0, 0, 0),rgb(255, 255, 255)') found.push(`colours ${colours.join()}`)
  if (!main?.querySelector('h1')?.checkVisibility()) found.push('no heading')
  return found
}

async function faultsOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const faults = await page.evaluate(unfitForPaper)
  await page.emulateMedia({ media: null })
  return faults
}

/** Asks axe by day and, for colours, by night. */
async function faultsOfAccess(page: Page): Promise<string[]> {
  const light = await violationsOf(page)
  await toDark(page)
  const dark = await colourViolationsOf(page)
  const paper = await faultsOnPaper(page)
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
  return [
    ...light.map((finding) => `light: ${finding}`),
    ...dark.map((finding) => `dark: ${finding}`),
    ...paper.map((finding) => `on paper: ${finding}`),
  ]
}

/** Controls that a user cannot press while a notice or an unread message is shown. */
async function faultsUnderNotice(page: Page, width: number): Promise<string[]> {
  const covered = await coveredControls(page)
  const scrolled = await controlUnderNotice(page)
  return [...covered, ...(scrolled === undefined ? [] : [`${scrolled} under a notice, scrolled`])].map(
    (finding) => `${width} px: ${finding}`,
  )
}

/** The same at the width of a phone, and whether the page scrolls sideways there. */
async function faultsOnPhone(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE)
  await quiet(page, LOOKS_AFTER_RESIZE)
  // Tables change to cards with a short delay.
  const isWide = await expect
    .poll(() => excessOf(page))
    .toBeLessThanOrEqual(0)
    .then(
      () => [],
      () => ['wider than a phone'],
    )
  const faults = await faultsUnderNotice(page, PHONE.width)
  await page.setViewportSize(WIDE)
  return [...isWide, ...faults]
}

/**
 * Takes all looks at the screen that a page shows. Returns what is wrong with it, one line each.
 * @param isWide whether to look for covered controls in a wide window too, where most pages have the same controls
 */
export async function faultsOfScreen(page: Page, watch: Watch, isWide: boolean): Promise<string[]> {
  await quiet(page)
  const { pathname } = new URL(page.url())
  const faults = [
    ...(await deadLinks(page)).map((href) => `leads to ${href}`),
    ...(await faultsOfAccess(page)),
    ...((await excessOf(page)) > 0 ? ['wider than the window'] : []),
    ...(isWide ? await faultsUnderNotice(page, WIDE.width) : []),
    ...(await faultsOnPhone(page)),
    ...watch.take(),
  ]
  return faults.map((fault) => `${pathname}: ${fault}`)
}
