import './public.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { documentName, publicNameAt } from '../app/public-pages.ts'
import { publicScreens } from './pages.ts'
import { prefetchApplication } from './prefetch.ts'
import { PublicApp } from './public-app.tsx'

/**
 * Hydrates the public page of the URL if it is prerendered, or renders it.
 * @throws Error if the address has no public page for this visitor
 */
export async function startPublic(root: HTMLElement, isLoggedIn: boolean): Promise<void> {
  const page = publicNameAt(location.pathname, isLoggedIn)
  if (!page) throw new Error(`${location.pathname} is no public page`)
  const screen = await publicScreens[page]()
  const app = <PublicApp path={location.pathname} screen={screen} isLoggedIn={isLoggedIn} />
  if (root.dataset['drawn'] === documentName(page, isLoggedIn)) hydrateRoot(root, app)
  else createRoot(root).render(app)
  prefetchApplication()
}
