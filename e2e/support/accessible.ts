import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** Findings of axe for WCAG 2.2 AA on this page, one line each. */
export async function violationsOf(page: Page, exclude: string[] = []): Promise<string[]> {
  // Not as a script element, because the page's policy forbids inline scripts.
  await page.evaluate(axeSource)
  return page.evaluate(
    async ([tags, left]) => {
      const { axe } = window as unknown as { axe: Axe } // the script just added
      const context = left.length > 0 ? { exclude: left } : document
      const { violations } = await axe.run(context, {
        runOnly: { type: 'tag', values: tags },
        // All content must be inside landmarks. The rule has no WCAG tag, so it is enabled by name.
        rules: { region: { enabled: true } },
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    },
    [RULES, exclude] as const,
  )
}

/** Switches to dark mode. Turns transitions off for the page, because axe would measure colours in transition. */
export async function toDark(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    document.documentElement.classList.add('dark')
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}
