import { useQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import { useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import type { WindowQuery } from '../../../records/window-status.tsx'
import { Button } from '../../../ui/button.tsx'
import { periodicQueries } from '../queries.ts'
import { WindowForm } from './window-form.tsx'

/** Button with which a province sets its counties' and cities' own deadlines in the open window. */
export function LimitButton({ query }: { query: WindowQuery }) {
  const session = useQuery(sessionQueries.info)
  const { data } = useQuery(periodicQueries.windows(query))
  const [isAsked, setAsked] = useState(false)
  const fillTime = data?.find(({ open, enabled }) => open && enabled)
  if (!session.data || !may(session.data.user, 'windows.limit') || !fillTime) return null
  return (
    <>
      <Button icon="clock" onClick={() => setAsked(true)}>
        市县截止
      </Button>
      {isAsked && (
        <WindowForm task="limit" fillTime={fillTime} onTask={() => {}} onClose={() => setAsked(false)} />
      )}
    </>
  )
}
