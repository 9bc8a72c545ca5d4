import '../styles.css'
import type { Connection } from '../app/connection.ts'
import { createPortal, type Portal } from './portal.tsx'
import { partAt } from './screen-parts.ts'

/**
 * Starts the application of a logged-in user. The document's frame stays until the first content is known, which is then
 * rendered in short tasks.
 */
export async function startApplication(root: HTMLElement, connection: Connection): Promise<Portal> {
  const portal = createPortal(connection)
  // Loaded in parallel with the user's rights. The route requests it again and reports a failure.
  const loading = partAt(location.pathname)?.preload(portal.client)
  // After the screen, which it would delay.
  void Promise.allSettled([loading]).then(async () => (await import('./later.ts')).startLater(portal))
  await portal.load()
  root.removeAttribute('aria-busy')
  portal.render(root)
  return portal
}
