import type { ReactNode } from 'react'
import { PageLink } from './navigation.tsx'
import { FilingFooter, SecrecyBanner } from './page-parts.tsx'
import { usePlatformTitle } from './platform-settings.ts'

interface AccountPageProps {
  title: string
  children: ReactNode
  /** Wide enough for two columns. */
  wide?: boolean
}

/** Layout of account pages without a session. */
export function AccountPage({ title, wide = false, children }: AccountPageProps) {
  const platform = usePlatformTitle()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] bg-canvas">
      <title>{`${title} - ${platform}`}</title>
      <SecrecyBanner />
      <main className={`mx-auto w-full px-4 py-8 sm:px-6 ${wide ? 'max-w-[860px]' : 'max-w-[480px]'}`}>
        <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <div>
            <p className="text-ink-faint text-s">{platform}</p>
            <h1 className="font-semibold text-xl">{title}</h1>
          </div>
          <PageLink to="/login" className="text-brand-ink text-s hover:underline">
            返回登录
          </PageLink>
        </header>
        {children}
      </main>
      <FilingFooter />
    </div>
  )
}
