import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StartLink } from '../../../app/start-link.tsx'
import { useView } from '../../../app/views/view-context.ts'
import { useViewStore } from '../../../app/views/view-store.ts'
import { useWatch } from '../../../records/watched.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { pilotQueries } from '../queries.ts'
import { ApplicationForm } from './form.tsx'

/** The form of one application, as it was when the form was opened. */
function Opened({ id, onLeave }: { id: number; onLeave: () => void }) {
  const [round, setRound] = useState(0)
  useWatch('DEMO', id)
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({
    ...pilotQueries.one(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [opened, setOpened] = useState<{ round: number; data: NonNullable<typeof data>; at: number }>()
  // A form must not be replaced under the hands of its author: it keeps what it was opened with.
  if (data && !isFetching && opened?.round !== round) setOpened({ round, data, at: dataUpdatedAt })
  if (error && !opened) return <Failed error={error} onRetry={() => void refetch()} />
  if (!opened) return <Loading rows={12} />
  const reload = async () => {
    await refetch()
    setRound(round + 1)
  }
  return (
    <ApplicationForm
      key={opened.round}
      detail={data ?? opened.data}
      readAt={opened.at}
      onReload={() => void reload()}
      onLeave={onLeave}
    />
  )
}

export function PilotFormScreen() {
  const { key, search } = useView()
  const views = useViewStore()
  const id = Number(search['id'])
  if (!(id > 0))
    return (
      <Empty action={<StartLink to="/demonstration/apply/index">返回示范项目申报</StartLink>}>
        请在列表中选择一个申报项目
      </Empty>
    )
  return <Opened key={id} id={id} onLeave={() => views.close(key)} />
}
