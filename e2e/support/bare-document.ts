import type { Page } from 'playwright-core'

const FILLED = /(<script type="application\/json" id="first">)[^<]*/

/** Opens documents without the replies that they bring, so that a test can change or count the page's own calls. */
export async function bareDocuments(page: Page): Promise<void> {
  await page.route(
    (url) => !/^\/(?:api|auth|assets)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(FILLED, '$1') })
    },
  )
}
