import { useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import { GrantedLink } from '../../app/granted-link.tsx'
import { sessionQueries } from '../../app/session-queries.ts'
import { useIsAdmin } from './is-admin.ts'

const AREAS = [
  ['/system/user/index', '用户'],
  ['/system/org/index', '机构'],
  ['/system/distribution/index', '账号分布'],
  ['/system/audit/index', '审计日志'],
] as const

const DICTIONARIES = [
  ['/system/dict/index', '字典'],
  ['/system/owner/index', '业主与集团'],
] as const

const CONTACTS = [
  ['/contact/index', '通讯录'],
  ['/system/distribution/index', '账号分布'],
] as const

/** Callers of the distribution of accounts. */
const COUNTERS = ['NAT', 'ADM', 'NQ', 'PRV']

interface DistributionLinksProps {
  /** Page of the links to which the shown one belongs. */
  within?: string | undefined
}

/** Links between the contacts and the distribution of accounts, for those who may see it. */
export function ContactLinks({ within }: DistributionLinksProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  return isAmong(user, COUNTERS) ? <PageLinks label="通讯录" pages={CONTACTS} within={within} /> : null
}

/** Links on the distribution: administrators manage accounts beside it. */
export function DistributionLinks({ within }: DistributionLinksProps) {
  return useIsAdmin() ? (
    <PageLinks label="用户与机构" pages={AREAS} within={within} />
  ) : (
    <ContactLinks within={within} />
  )
}

/** Links between the pages of 用户与机构. */
export const AreaLinks = () => <PageLinks label="用户与机构" pages={AREAS} />

/** Links between the pages of 字典管理. */
export const DictLinks = () => <PageLinks label="字典管理" pages={DICTIONARIES} />

interface PageLinksProps {
  label: string
  pages: typeof AREAS | typeof DICTIONARIES | typeof CONTACTS
  within?: string | undefined
}

const CURRENT = { className: 'border-brand! text-brand-ink! font-medium', 'aria-current': 'page' } as const

function PageLinks({ label, pages, within }: PageLinksProps) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b px-3 text-s">
      {pages.map(([to, title]) => (
        <GrantedLink
          key={to}
          to={to}
          className="whitespace-nowrap border-transparent border-b-2 px-3 py-2 text-ink-soft hover:text-ink"
          activeProps={CURRENT}
          inactiveProps={to === within ? CURRENT : {}}
        >
          {title}
        </GrantedLink>
      ))}
    </nav>
  )
}
