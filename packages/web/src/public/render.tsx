import { renderToString } from 'react-dom/server'
import { openConnection } from '../app/connection.ts'
import {
  documentName,
  everyonesPaths,
  type PublicName,
  publicNameAt,
  visitorPaths,
} from '../app/public-pages.ts'
import { publicScreen } from './pages.ts'
import { PublicApp } from './public-app.tsx'

export interface DrawnPage {
  /** Name of its document. */
  name: string
  /** The module of its component, below `src`. */
  source: string
  title: string
  /** The content of the root element. */
  html: string
}

const SOURCES: Readonly<Record<PublicName, string>> = {
  login: 'features/session/login.tsx',
  register: 'features/session/further-pages.ts',
  verify: 'features/session/further-pages.ts',
  editpassword: 'features/session/further-pages.ts',
  publicity: 'features/session/further-pages.ts',
  objection: 'features/session/further-pages.ts',
}

// React renders a page's title before its content; it belongs in the head.
const TITLED = /^<title>([^<]*)<\/title>/

/** @throws Error for a page without a title */
async function drawPages(): Promise<DrawnPage[]> {
  const connection = openConnection()
  const drawn = new Map<string, DrawnPage>()
  for (const path of [...visitorPaths, ...everyonesPaths]) {
    for (const isLoggedIn of [false, true]) {
      const page = publicNameAt(path, isLoggedIn)
      if (!page) continue
      const screen = await publicScreen(page)
      const whole = renderToString(
        <PublicApp path={path} screen={screen} connection={connection} isLoggedIn={isLoggedIn} />,
      )
      const title = TITLED.exec(whole)?.[1]
      if (title === undefined) throw new Error(`${path} has no title`)
      const name = documentName(page, isLoggedIn)
      drawn.set(name, { name, source: SOURCES[page], title, html: whole.replace(TITLED, '') })
    }
  }
  return [...drawn.values()]
}

/** Each public page as its visitor first sees it, for the build. */
export const drawnPages = await drawPages()
