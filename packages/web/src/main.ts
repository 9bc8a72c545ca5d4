import { startApplication } from './app/start.tsx'
import { visitor } from './app/visitor.ts'
import { isPublic } from './public/paths.ts'

// The server picks the document by the same rule; each works for the other's visitors too, only later.
async function start(): Promise<void> {
  const { root, isLoggedIn } = await visitor()
  if (isPublic(location.pathname, isLoggedIn)) await import('./public/main.ts')
  else await startApplication(root)
}

// Not awaited here: what is imported later may share this module's part of the build, and would wait for it.
void start()
