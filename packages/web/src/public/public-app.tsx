import { StrictMode, useEffect, useState } from 'react'
import { publicNameAt } from '../app/public-pages.ts'
import { leadPages } from '../features/session/navigation.tsx'
import { Notices } from '../ui/notice.tsx'
import { type PublicScreen, publicScreens } from './pages.ts'

interface PublicAppProps {
  path: string
  /** The screen of that path, already fetched. */
  screen: PublicScreen
  isLoggedIn: boolean
}

/** Fetches the screen of a path; where it cannot, as when it has gone with an older build, the browser loads the page. */
async function screenAt(path: string, isLoggedIn: boolean): Promise<PublicScreen | undefined> {
  const name = publicNameAt(path, isLoggedIn)
  const screen = name && (await publicScreens[name]().catch(() => undefined))
  if (!screen) location.assign(path)
  return screen
}

/** Shows the page of the address; the one before it stays until the part of the build has come. */
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

/** The pages before the log-in: a small application of its own, without router and cache of queries. */
export function PublicApp(props: PublicAppProps) {
  return (
    <StrictMode>
      <Pages {...props} />
      <Notices />
    </StrictMode>
  )
}
