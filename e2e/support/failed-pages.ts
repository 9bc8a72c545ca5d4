import type { Page } from 'playwright-core'
import { requestsUnderWay } from './quiet.ts'

const MOST_CHARACTERS = 1_500
const ANSWER_MS = 5_000

const SAYING = ['[role=dialog]', '[role=alert]', 'main'].map((each) => `${each}:visible`).join()

async function reportOf(page: Page): Promise<string> {
  const busy = new Promise<string[]>((resolve) => setTimeout(resolve, ANSWER_MS, ['(no answer)']))
  const saying = page
    .locator(SAYING)
    .allInnerTexts()
    .catch((error: unknown) => [String(error)])
  const texts = await Promise.race([saying, busy])
  const waiting = requestsUnderWay(page).map((request) => `waits for ${request.method()} ${request.url()}`)
  return [
    page.url(),
    ...waiting,
    ...texts.map((text) => text.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS)),
  ].join('\n  ')
}

/** Logs the text of each page, because a time-out alone does not show it. */
export async function logPages(test: string, pages: readonly Page[]): Promise<void> {
  const reports = await Promise.all(pages.map(reportOf))
  process.stderr.write([`${test} failed with these pages:`, ...reports, ''].join('\n'))
}
