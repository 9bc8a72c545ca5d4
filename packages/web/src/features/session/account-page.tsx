import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'

/** Said on every page before the log-in. */
export function SecrecyBanner() {
  return <p className="bg-danger-soft py-1.5 text-center text-danger text-s">涉密不上网，上网不涉密</p>
}

/** The filing numbers of the platform. */
export function FilingFooter() {
  const { data } = useQuery(sessionQueries.platform)
  return (
    <footer className="py-4 text-center text-ink-faint text-xs">
      {[data?.caseNumber, data?.publicSecurityNumber].filter(Boolean).join('　')}
    </footer>
  )
}

interface AccountPageProps {
  title: string
  children: ReactNode
  /** Room for a form of two columns. */
  wide?: boolean
}

/** A page around an account that needs no session. */
export function AccountPage({ title, wide = false, children }: AccountPageProps) {
  const { data } = useQuery(sessionQueries.platform)
  const platform = data?.title ?? '全国新型储能大数据平台'
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
          <Link to="/login" className="text-brand-ink text-s hover:underline">
            返回登录
          </Link>
        </header>
        {children}
      </main>
      <FilingFooter />
    </div>
  )
}
