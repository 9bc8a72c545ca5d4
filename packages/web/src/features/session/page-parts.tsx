import { SECRECY } from '../../app/public-pages.ts'
import { usePlatform } from './platform-settings.ts'

/** Header of all public pages. */
export function SecrecyBanner() {
  return <header className="bg-danger-soft py-1.5 text-center text-danger text-s">{SECRECY}</header>
}

/** Filing numbers of the platform. */
export function FilingFooter() {
  const settings = usePlatform()
  return (
    // The line keeps its height while the numbers load.
    <footer className="min-h-[calc(2rem+1lh)] py-4 text-center text-ink-faint text-xs">
      {[settings?.caseNumber, settings?.publicSecurityNumber].filter(Boolean).join('　')}
    </footer>
  )
}
