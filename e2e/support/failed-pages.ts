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

/** What each page shows, because a time-out alone does not say it. */
export async function textOfPages(pages: readonly Page[]): Promise<string> {
  const reports = await Promise.all(pages.map(reportOf))
  return ['with these pages:', ...reports].join('\n')
}
