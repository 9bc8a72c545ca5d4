import { useQuery } from '@tanstack/react-query'
import type { StatPeriod } from '@xinchu/sdk'
import { restatementText } from '@xinchu/validators'
import { restatementsOf } from '../../records/restatements.ts'
import { useShown } from './shown.ts'

/** Restatements of the page's period, for paper and files. On the screen the word 修订 opens them. */
export function RevisionNotes({ period }: { period: StatPeriod }) {
  const { data } = useQuery(restatementsOf(period))
  const notes = data?.map(restatementText)
  const host = useShown<HTMLSpanElement>(notes && { kind: 'notes', notes })
  return <span ref={host} hidden />
}
