import { GrantedLink } from '../app/granted-link.tsx'
import type { ReviewRef } from './review.ts'

const DECISIONS: readonly string[] = ['PASS', 'RETURN', 'CONFIRM']

interface DeskLinkProps {
  entity: ReviewRef['entity']
  id: number | undefined
  actions: readonly string[]
}

/** Leads an office that decides about a report to the desk, where it sees differences and asks at fields. */
export function DeskLink({ entity, id, actions }: DeskLinkProps) {
  if (id === undefined || !actions.some((action) => DECISIONS.includes(action))) return null
  return (
    <GrantedLink
      to="/esproject/desk/index"
      search={{ kind: entity.toLowerCase(), id: String(id) }}
      className="inline-flex min-h-8 items-center rounded-md border border-line-strong bg-surface px-3 text-brand-ink text-s hover:border-brand"
    >
      在审核工作台办理
    </GrantedLink>
  )
}
