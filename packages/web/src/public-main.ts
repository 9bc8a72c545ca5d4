import { publicNameAt } from './app/public-pages.ts'
import { visitor } from './app/visitor.ts'
import { startPublic } from './public/start.tsx'

async function start(): Promise<void> {
  const { root, connection, isLoggedIn } = await visitor()
  const page = publicNameAt(location.pathname, isLoggedIn)
  if (page) await startPublic(root, page, connection, isLoggedIn)
  else {
    const { startApplication } = await import('./shell/start.tsx')
    await startApplication(root, connection)
  }
}

// Not awaited: parts that are imported later may share a file with this module, and would wait for it.
void start()
