import type { DemoObjection } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { leftText } from '../../lib/due.ts'
import { momentOf } from '../../lib/moment.ts'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { Empty } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { sectionsOf } from './kind.tsx'
import { ObjectionSteps } from './steps.tsx'

function One({ objection, hasTitle }: { objection: DemoObjection; hasTitle: boolean }) {
  const { statusLabel, conclusionLabel, dueAt, answeredAt, overdue, projectName } = objection
  const files = [...(objection.evidence ?? objection.forwardFiles ?? []), ...(objection.verifyFiles ?? [])]
  return (
    <li className="rounded-lg border border-line p-3 text-s">
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <StatusTag label={statusLabel} />
        {conclusionLabel && <span>{conclusionLabel}</span>}
      </p>
      {hasTitle && <h3 className="mt-1.5 text-body">{projectName}</h3>}
      {dueAt && !answeredAt && (
        <p className={`mt-1 text-xs ${overdue ? 'text-danger' : 'text-ink-soft'}`}>
          应于 {momentOf(dueAt)} 前办理，{leftText(dueAt)}
        </p>
      )}
      <dl className="mt-1.5 grid gap-1.5">
        {sectionsOf(objection)
          .flatMap(({ lines }) => lines)
          .map(({ caption, content }) => (
            <div key={caption}>
              <dt className="text-ink-faint text-xs">{caption}</dt>
              <dd className="break-words">{content}</dd>
            </div>
          ))}
      </dl>
      {files.length > 0 && (
        <div className="mt-1.5">
          <RecordFiles files={files} />
        </div>
      )}
      {objection.actions.length > 0 && (
        <div className="mt-2.5">
          <ObjectionSteps content={objection} />
        </div>
      )}
    </li>
  )
}

interface ObjectionsProps {
  objections: readonly DemoObjection[]
  /** The objections of several projects are listed. */
  hasTitles?: boolean
  note?: string
  /** Further buttons below the heading. */
  more?: ReactNode
}

/** Objections with what the reader may see of them, and the steps that he may take. */
export function Objections({ objections, hasTitles = false, note, more }: ObjectionsProps) {
  return (
    <section aria-label="异议" className="card self-start">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 border-line border-b px-4 py-2.5 font-medium">
        异议 {objections.length} 件{note && <span className="font-normal text-ink-soft text-s">{note}</span>}
      </h2>
      {more && <p className="px-3 pt-3">{more}</p>}
      {objections.length === 0 && <Empty>没有异议</Empty>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 p-3 empty:hidden">
        {objections.map((each) => (
          <One key={each.id} objection={each} hasTitle={hasTitles} />
        ))}
      </ul>
    </section>
  )
}
