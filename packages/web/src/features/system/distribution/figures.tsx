import { createContext, type ReactNode, use } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { figure } from '../../../lib/figures.ts'
import type { Share } from '../queries.ts'
import type { RowPlace } from './place-of-row.ts'

/** Lists of accounts; the first that the user may open is the target. */
export const LISTS = ['/system/user/index', '/system/builtin/index', '/system/distribution/accounts'] as const

interface Targets {
  list: (typeof LISTS)[number]
  placeOf: (code: string) => RowPlace
  onMissing: (row: Share) => void
}

export const TargetsContext = createContext<Targets | undefined>(undefined)

interface CountProps {
  row: Share
  count: number
  /** Further filters of the list. */
  search: Readonly<Record<string, string>>
}

/** A number of accounts that leads to them. */
export function AccountCount({ row, count, search }: CountProps): ReactNode {
  const targets = use(TargetsContext)
  if (!targets || count === 0) return figure(count)
  return (
    <GrantedLink
      to={targets.list}
      search={{ ...targets.placeOf(row.regionCode), deptId: String(row.deptId), ...search }}
      className="text-brand-ink hover:underline"
    >
      {figure(count)}
    </GrantedLink>
  )
}

/** A number of offices without accounts that lists them. */
export function MissingCount({ row }: { row: Share }): ReactNode {
  const targets = use(TargetsContext)
  const { officesWithoutAccounts: count } = row
  if (!targets || count === 0) return figure(count)
  return (
    <button
      type="button"
      className="min-h-6 text-danger hover:underline"
      onClick={() => targets.onMissing(row)}
    >
      {figure(count)}
    </button>
  )
}
