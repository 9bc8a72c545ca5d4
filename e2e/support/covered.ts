import type { Page } from 'playwright-core'

export const CONTROLS = 'a[href], button, input, select, textarea, [role="button"], [role="combobox"]'

/**
 * Shows a notice, scrolls to each enabled control and asks what lies at its centre. Returns the controls that something
 * else covers, with what does. Runs in the page.
 */
async function probe(selector: string): Promise<string[]> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const hasNotice = () => document.querySelector('[aria-label="关闭提示"]') !== null
  const showNotice = async () => {
    document.querySelector<HTMLElement>('header [title="全屏"]')?.click()
    for (let waited = 0; !hasNotice() && waited < 2_000; waited += 20) await pause(20)
    if (!hasNotice()) throw new Error('no notice is shown')
  }
  const isTooSmall = (box: DOMRect) => box.width < 3 || box.height < 3
  const isOut = (element: HTMLElement) =>
    element.matches(':disabled, [aria-disabled="true"]') ||
    element.closest('[aria-hidden="true"], [inert], [aria-live]') !== null ||
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const isGone = (element: HTMLElement) => !element.isConnected || isOut(element)
  const hitOf = (element: HTMLElement) => {
    // The first line of a link that wraps: the centre of its bounding box may lie between its lines.
    const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (hit && (element.contains(hit) || hit.closest('label')?.contains(element))) return undefined
    return hit ? `${hit.tagName.toLowerCase()}.${hit.className}` : 'nothing'
  }
  const covered: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (isOut(element)) continue
    if (!hasNotice()) await showNotice()
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    if (isTooSmall(element.getBoundingClientRect()) || hitOf(element) === undefined) continue
    // A notice steps aside after the page has moved. The view of an earlier address may leave while this looks.
    await pause(600)
    if (isGone(element) || hitOf(element) === undefined) continue
    // Beside a column that stays in place.
    element.scrollIntoView({ block: 'center', inline: 'end', behavior: 'instant' })
    await pause(600)
    if (isGone(element)) continue
    const hit = hitOf(element)
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim()
    if (hit !== undefined) covered.push(`${element.tagName.toLowerCase()} “${name}” under ${hit}`)
  }
  return covered
}

/** The enabled controls of a page that a user cannot press while a notice is shown. */
export const coveredControls = (page: Page): Promise<string[]> => page.evaluate(probe, CONTROLS)
