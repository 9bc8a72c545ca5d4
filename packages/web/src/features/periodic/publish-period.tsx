import { useQuery } from '@tanstack/react-query'
import type { StatPublication } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notice.tsx'
import { periodName } from './period.tsx'
import { periodicMutations, periodicQueries } from './queries.ts'
import type { Period } from './usage-model.ts'
import { WithdrawRevision } from './withdraw-revision.tsx'

function stateText([current]: readonly StatPublication[]): string {
  if (!current) return '本期尚未入库'
  const { batch, publishedAt } = current
  return publishedAt
    ? `现行批次 ${batch}，${publishedAt.slice(0, 16)} 公布`
    : `现行批次 ${batch}，尚未公布（暂行）`
}

interface PublishPeriodProps {
  period: Period
  waiting: number | undefined
  onDone: () => void
}

/** The newest batch, if it is a revision that the nation may withdraw. */
const revisionIn = ([current]: readonly StatPublication[]) =>
  current?.reason === undefined ? undefined : current

const EARLIER = '首次公布一并公布此前七个季度与此前各年末，此后各期也只能以修订改变。'

/** The current batch of a period, its publication by the nation, and the withdrawal of a revision. */
export function PublishPeriod({ period, waiting = 0, onDone }: PublishPeriodProps) {
  const { data } = useQuery(periodicQueries.publications(period))
  const { data: all = [] } = useQuery(periodicQueries.publications({}))
  // A revision as it was chosen: another one may become the newest while its dialog is open.
  const [asked, setAsked] = useState<'publish' | StatPublication>()
  const close = () => setAsked(undefined)
  if (!data) return null
  const revision = revisionIn(data)
  const canPublish = data.length > 0 && data[0]?.publishedAt === undefined
  const isFirst = all.every(({ publishedAt }) => publishedAt === undefined)
  const unconfirmed = waiting > 0 ? `另有 ${waiting} 件使用情况待国家确认，不在其中。` : ''
  return (
    <p className="flex flex-wrap items-center gap-3 text-s">
      <span>{stateText(data)}</span>
      {canPublish && <Button onClick={() => setAsked('publish')}>公布本期…</Button>}
      {revision && <Button onClick={() => setAsked(revision)}>撤回修订…</Button>}
      {typeof asked === 'object' && (
        <WithdrawRevision batch={asked.batch} reason={asked.reason} onDone={onDone} onClose={close} />
      )}
      {asked === 'publish' && (
        <ConfirmDialog
          title={`公布${periodName(period)}`}
          description={`公布后，本期的数只能以修订改变，修订须说明原因，原值与新值一并公布。${isFirst ? EARLIER : ''}${unconfirmed}`}
          action="公布"
          look="primary"
          write={periodicMutations.publish}
          variables={period}
          onDone={() => {
            notify(`已公布${periodName(period)}`, 'success')
            onDone()
          }}
          onClose={close}
        />
      )}
    </p>
  )
}
