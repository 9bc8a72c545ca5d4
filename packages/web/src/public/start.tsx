import './public.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { documentName, type PublicPage } from './pages.ts'
import { prefetchApplication } from './prefetch.ts'
import { PublicApp } from './public-app.tsx'

/** Takes up a page before the log-in where the build has drawn it, or draws it. */
export async function startPublic(root: HTMLElement, page: PublicPage, isLoggedIn: boolean): Promise<void> {
  const screen = await page.load()
  const app = <PublicApp path={location.pathname} screen={screen} isLoggedIn={isLoggedIn} />
  if (root.dataset['drawn'] === documentName(page, isLoggedIn)) hydrateRoot(root, app)
  else createRoot(root).render(app)
  prefetchApplication()
}
