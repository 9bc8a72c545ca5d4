import { StrictMode, useEffect, useState } from 'react'
import { type Connection, ConnectionProvider } from '../app/connection.ts'
import { publicNameAt } from '../app/public-pages.ts'
import { leadPages } from '../features/session/navigation.tsx'
import { Notices } from '../ui/notice.tsx'
import { type PublicScreen, publicScreen } from './pages.ts'

interface PublicAppProps {
  path: string
  /** The loaded screen of that path. */
  screen: PublicScreen
  isLoggedIn: boolean
}

interface Props extends PublicAppProps {
  connection: Connection
}

/** Loads the screen of a path. If the chunk is gone after a deployment, the browser loads the page. */
async function screenAt(path: string, isLoggedIn: boolean): Promise<PublicScreen | undefined> {
  const name = publicNameAt(path, isLoggedIn)
  const screen = name && (await publicScreen(name).catch(() => undefined))
  if (!screen) location.assign(path)
  return screen
}

/** Shows the page of the URL. The previous one stays until its chunk is loaded. */
function Pages({ path, screen, isLoggedIn }: PublicAppProps) {
  const [shown, setShown] = useState(() => ({ path, Screen: screen }))
  useEffect(() => {
    const show = async (next: string, enter?: () => void) => {
      const Screen = await screenAt(next, isLoggedIn)
      if (!Screen) return
      enter?.()
      setShown({ path: next, Screen })
    }
    const back = () => void show(location.pathname)
    leadPages((next, { replace = false }) => {
      const enter = () => {
        history[replace ? 'replaceState' : 'pushState'](null, '', next)
        window.scrollTo(0, 0)
      }
      void show(next, enter)
    })
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [isLoggedIn])
  const { Screen } = shown
  return <Screen key={shown.path} isLoggedIn={isLoggedIn} />
}

/** The public pages: a small application without router and query cache. */
export function PublicApp({ connection, ...page }: Props) {
  return (
    <StrictMode>
      <ConnectionProvider value={connection}>
        <Pages {...page} />
      </ConnectionProvider>
      <Notices />
    </StrictMode>
  )
}
