import { visitor } from '../app/visitor.ts'
import { publicPageAt } from './pages.ts'
import { startPublic } from './start.tsx'

async function start(): Promise<void> {
  const { root, isLoggedIn } = await visitor()
  const page = publicPageAt(location.pathname, isLoggedIn)
  if (page) await startPublic(root, page, isLoggedIn)
  else await import('../main.ts')
}

// Not awaited here: the pages share this module's part of the build, and would wait for it.
void start()
