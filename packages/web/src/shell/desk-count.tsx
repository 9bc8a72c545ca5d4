import { useQuery } from '@tanstack/react-query'
import { waitingQuery } from '../records/review.ts'

/** The menu of the reviewer's desk, which carries the number of waiting records. */
export const DESK = '/esproject/desk/index'

/** Number of records that wait for the office; nothing while unknown. */
export function DeskCount() {
  const { data } = useQuery(waitingQuery)
  if (!data) return null
  return (
    <span className="ml-auto pl-2 text-xs tabular-nums">
      {data}
      <span className="sr-only"> 件待办</span>
    </span>
  )
}
