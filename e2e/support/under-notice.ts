import type { Page } from 'playwright-core'
import { CONTROLS } from './covered.ts'

/**
 * Shows a notice and scrolls the first control of the content that can come there below it. Returns the control if the
 * notice stays on it. Runs in the page.
 */
async function probe(selector: string): Promise<string | undefined> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const notice = () => document.querySelector('[aria-label="关闭提示"]')?.closest('[aria-live]')
  const middleOf = (element: Element) => {
    const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const isBelow = (element: Element) => {
    const { x, y } = middleOf(element)
    return notice()?.contains(document.elementFromPoint(x, y)) ?? false
  }
  document.querySelector<HTMLElement>('header [title="全屏"]')?.click()
  for (let waited = 0; !notice() && waited < 2_000; waited += 20) await pause(20)
  for (const element of document.querySelectorAll<HTMLElement>(`main :is(${selector})`)) {
    const shown = notice()
    if (!shown) return 'no notice is shown'
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.matches(':disabled, [aria-disabled="true"]')) continue
    scrollBy({ top: middleOf(element).y - middleOf(shown).y, behavior: 'instant' })
    if (!isBelow(element)) continue
    for (let waited = 0; isBelow(element) && waited < 1_200; waited += 20) await pause(20)
    if (!isBelow(element)) return undefined
    return `${element.tagName.toLowerCase()} “${element.getAttribute('aria-label') ?? element.textContent?.trim()}”`
  }
  return undefined
}

/**
 * A control that a notice covers and stays on. Most pages end above the notices, so that a control lies there only while
 * the page is scrolled, where `coveredControls` does not look.
 */
export const controlUnderNotice = (page: Page): Promise<string | undefined> => page.evaluate(probe, CONTROLS)
