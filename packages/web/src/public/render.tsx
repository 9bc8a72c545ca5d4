import { renderToString } from 'react-dom/server'
import { documentName, pages, publicPageAt } from './pages.ts'
import { PublicApp } from './public-app.tsx'

export interface DrawnPage {
  /** The name of its document. */
  name: string
  title: string
  /** What stands in the root element. */
  html: string
}

// React writes a page's title before its content; it belongs into the head.
const TITLED = /^<title>([^<]*)<\/title>/

/** @throws Error for a page without a title */
async function drawPages(): Promise<DrawnPage[]> {
  const drawn = new Map<string, DrawnPage>()
  for (const [path, page] of Object.entries(pages)) {
    const screen = await page.load()
    for (const isLoggedIn of [false, true]) {
      if (!publicPageAt(path, isLoggedIn)) continue
      const whole = renderToString(<PublicApp path={path} screen={screen} isLoggedIn={isLoggedIn} />)
      const title = TITLED.exec(whole)?.[1]
      if (title === undefined) throw new Error(`${path} has no title`)
      const name = documentName(page, isLoggedIn)
      drawn.set(name, { name, title, html: whole.replace(TITLED, '') })
    }
  }
  return [...drawn.values()]
}

/** Each page before the log-in as its visitor first sees it; the build reads them from here. */
export const drawnPages = await drawPages()
