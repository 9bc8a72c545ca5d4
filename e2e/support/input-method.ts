import type { Page } from 'playwright-core'

/**
 * Types a word with a Chinese input method: composes its Latin letters one by one in whatever has the focus, then commits
 * the word. The browser receives the events of a real input method; no key opens the cell first.
 */
export async function compose(page: Page, letters: string, word: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  for (let length = 1; length <= letters.length; length += 1) {
    const text = letters.slice(0, length)
    await browser.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length })
  }
  await browser.send('Input.insertText', { text: word })
  await browser.detach()
}
