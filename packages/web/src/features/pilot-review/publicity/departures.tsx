import { useQuery } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SMALL } from '../../../ui/review/small.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { reviewQueries } from '../queries.ts'
import { DepartureDialog } from './departure-dialog.tsx'
import { type Departing, WORDS } from './departure-model.ts'

interface DeparturesProps {
  batchYear: number
  batchNo: number
  isPublic: boolean
  canMove: boolean
}

/** Cancels a selected project before the announcement, and lets an announced one quit, both with a reason. */
export function Departures({ batchYear, batchNo, isPublic, canMove }: DeparturesProps) {
  const all = useQuery(reviewQueries.batchProjects({ batchYear, batchNo })).data?.content ?? []
  const [asked, setAsked] = useState<Departing>()
  const shown = all.filter(
    ({ status }) =>
      status === DemoStatus.shortlisted || status === DemoStatus.announced || status === DemoStatus.quit,
  )
  if (shown.length === 0) return null
  return (
    <section aria-label="取消与退出" className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">
        取消与退出{' '}
        <span className="ml-2 font-normal text-ink-soft text-s">每条都须有理由，公布后只能退出</span>
      </h2>
      <ul>
        {shown.map(({ id, version, demoCode, projectName, status, statusLabel }) => {
          const action =
            status === DemoStatus.shortlisted
              ? 'CANCEL'
              : status === DemoStatus.announced
                ? 'QUIT'
                : undefined
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2 last:border-b-0"
            >
              <StatusTag label={statusLabel} />
              <span className="mr-auto">{projectName}</span>
              {canMove && action && (
                <Button
                  className={SMALL}
                  aria-label={`${WORDS[action].name} ${projectName}`}
                  onClick={() => setAsked({ id, version, demoCode, projectName, action, isPublic })}
                >
                  {WORDS[action].name}…
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {asked && <DepartureDialog {...asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}
