import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const ALL = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // All content must be inside landmarks. The rule has no WCAG tag, so it is enabled by name.
  rules: { region: { enabled: true } },
}
/** The rules of these levels that ask for colours. */
const OF_COLOUR = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
/** Leaves out what only a report of passed checks needs, and the style sheets, which no rule above reads. */
const BRIEF = { resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } }

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

async function findings(page: Page, rules: object): Promise<string[]> {
  // Not as a script element, because the page's policy forbids inline scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: Axe } // the script just added
      const { violations } = await axe.run(document, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    },
    { ...rules, ...BRIEF },
  )
}

/** Findings of axe for WCAG 2.2 AA on this page, one line each. */
export const violationsOf = (page: Page): Promise<string[]> => findings(page, ALL)

/** The same for colours alone: enough where only the colours differ from a state that `violationsOf` has looked at. */
export const colourViolationsOf = (page: Page): Promise<string[]> => findings(page, OF_COLOUR)

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

/** Expects no finding of axe on this page, nor of its colours in dark mode, and leaves it in light mode. */
export async function findNothingWrong(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
  await toDark(page)
  expect(await colourViolationsOf(page)).toEqual([])
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}
