import { useQuery } from '@tanstack/react-query'
import { GrantedLink } from '../../app/granted-link.tsx'
import { useCan } from '../../app/use-can.ts'
import { appealsToDecide, REPEAT_REVIEW } from '../../records/repeat/queries.ts'
import { kindChip } from './filter-chip.ts'

/** The way to the appeals that wait for the office's verdict. They are no records of the queue. Nothing if there are none. */
export function AppealsChip() {
  const mayRead = useCan(['esProject:repeat'])
  const { data: count = 0 } = useQuery({ ...appealsToDecide(), enabled: mayRead })
  if (count === 0) return null
  return (
    <GrantedLink to={REPEAT_REVIEW} className={kindChip(false)}>
      重复判定申请 <span>{count}</span>
    </GrantedLink>
  )
}
