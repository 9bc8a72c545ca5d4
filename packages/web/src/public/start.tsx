import './public.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Connection } from '../app/connection.ts'
import { documentName, type PublicName } from '../app/public-pages.ts'
import { publicScreen } from './pages.ts'
import { prefetchApplication } from './prefetch.ts'
import { PublicApp } from './public-app.tsx'

/** Hydrates a public page if it is prerendered, or renders it. */
export async function startPublic(
  root: HTMLElement,
  page: PublicName,
  connection: Connection,
  isLoggedIn: boolean,
): Promise<void> {
  const screen = await publicScreen(page)
  const app = (
    <PublicApp path={location.pathname} screen={screen} connection={connection} isLoggedIn={isLoggedIn} />
  )
  if (root.dataset['drawn'] === documentName(page, isLoggedIn)) hydrateRoot(root, app)
  else createRoot(root).render(app)
  prefetchApplication()
}
