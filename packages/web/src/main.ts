import { publicNameAt } from './app/public-pages.ts'
import { visitor } from './app/visitor.ts'
import { startApplication } from './shell/start.tsx'

// The server picks the document by the same rule. Each document also serves the other's visitors, one fetch later.
async function start(): Promise<void> {
  const { root, connection, isLoggedIn } = await visitor()
  const page = publicNameAt(location.pathname, isLoggedIn)
  if (page) {
    const { startPublic } = await import('./public/start.tsx')
    await startPublic(root, page, connection, isLoggedIn)
  } else await startApplication(root, connection)
}

// Not awaited: parts that are imported later may share a file with this module, and would wait for it.
void start()
