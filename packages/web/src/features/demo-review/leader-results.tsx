import { useQuery } from '@tanstack/react-query'
import type { ReviewBatch } from '@xinchu/sdk'
import { useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { batchName, STAGE_NAMES } from './batch.tsx'
import { reviewQueries } from './queries.ts'
import { averageText, type Group } from './result/result-model.ts'
import { ResultTable } from './result/result-table.tsx'

const NO_NAMES: ReadonlyMap<number, string> = new Map()

/** Averages of the primary review, which has no ranks. */
function Averages({ group }: { group: Group }) {
  return (
    <table className="w-full text-s">
      <thead className="bg-sunken text-ink-soft">
        <tr>
          {['项目', ...group.experts.map(({ expertNo }) => `专家${expertNo}`), '去极值均分', '极差'].map(
            (head, at) => (
              <th
                key={head}
                scope="col"
                className={`whitespace-nowrap px-3 py-2 font-normal ${at === 0 ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {group.rows.map((row) => (
          <tr key={row.projectId} className="border-line border-t">
            <td className="px-3 py-2">
              {row.projectName}
              <span className="block text-ink-soft text-xs">{row.demoCode}</span>
            </td>
            {group.experts.map(({ expertNo }) => (
              <td key={expertNo} className="px-3 py-2 text-right">
                {row.scores.find((score) => score.expertNo === expertNo)?.total ?? '—'}
              </td>
            ))}
            <td className="px-3 py-2 text-right font-semibold">{averageText(row.trimmedAvg)}</td>
            <td className="px-3 py-2 text-right">{figure(row.spread)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Results({ batch }: { batch: ReviewBatch }) {
  const { data, error, refetch } = useQuery(reviewQueries.results(batch))
  const [current, setCurrent] = useState<number>()
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={5} />
  const { groups = [] } = data
  if (!data.opened || groups.length === 0) return <Empty>评分封存中，启封后显示</Empty>
  return groups.map((group) => (
    <section key={group.groupId} aria-label={group.groupName} className="mb-3 overflow-x-auto">
      <h3 className="mb-2 font-medium">{group.groupName}</h3>
      {batch.stage === 'EXCELLENT' ? (
        <ResultTable
          group={group}
          stage={batch.stage}
          current={current}
          names={NO_NAMES}
          onOpen={setCurrent}
        />
      ) : (
        <Averages group={group} />
      )}
    </section>
  ))
}

/** Results of a group for its leader after the opening: scores and averages, with numbers for the experts. */
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
