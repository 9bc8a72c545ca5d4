import { useQuery } from '@tanstack/react-query'
import type { ReviewBatch } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { batchName, STAGE_NAMES } from './batch.tsx'
import { reviewQueries } from './queries.ts'
import { Opinions } from './result/opinions.tsx'
import type { Group } from './result/result-model.ts'
import { ResultTable } from './result/result-table.tsx'

const NO_NAMES: ReadonlyMap<number, string> = new Map()

function GroupResults({ group, batch }: { group: Group; batch: ReviewBatch }) {
  const [current, setCurrent] = useState<number>()
  const row = group.rows.find(({ projectId }) => projectId === current) ?? group.rows[0]
  return (
    <section aria-label={group.groupName} className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-medium">{group.groupName}</h3>
      <ResultTable
        group={group}
        stage={batch.stage}
        current={row?.projectId}
        names={NO_NAMES}
        onOpen={setCurrent}
      />
      {row?.opinions && (
        <div>
          <p className="mb-1">{row.projectName}</p>
          <Opinions row={row} names={NO_NAMES} />
        </div>
      )}
    </section>
  )
}

function Results({ batch }: { batch: ReviewBatch }) {
  const { data, error, refetch } = useQuery(reviewQueries.results(batch))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={5} />
  const { groups = [] } = data
  if (!data.opened || groups.length === 0) return <Empty>评分封存中，启封后显示</Empty>
  return groups.map((group) => <GroupResults key={group.groupId} group={group} batch={batch} />)
}

/** Results of a group for its leader after the opening: scores, averages and opinions, with numbers for the experts. */
export function LeaderResults({ batch, onClose }: { batch: ReviewBatch; onClose: () => void }) {
  return (
    <Dialog
      open
      size="summary"
      title={`${batchName(batch)}${STAGE_NAMES[batch.stage]}：本组评审结果`}
      description="启封后本组组长可见；专家以代号列出，请勿外传。"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Results batch={batch} />
    </Dialog>
  )
}
