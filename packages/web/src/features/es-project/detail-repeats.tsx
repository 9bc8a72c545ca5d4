import { useQuery } from '@tanstack/react-query'
import { RepeatFlag } from '@xinchu/contract/codes'
import type { Project } from '@xinchu/sdk'
import { useCan } from '../../app/use-can.ts'
import { projectQueries } from './queries.ts'
import { RepeatItems } from './repeat-items.tsx'

/** Decided as no duplicate: not shown. */

/** Suspected duplicates of a project, with its owner's reason. */
export function DetailRepeats({ project: { id, repeatReason } }: { project: Project }) {
  const mayRead = useCan(['esProject:repeat'])
  const { data } = useQuery({ ...projectQueries.pairs(id), enabled: mayRead })
  const pairs = (data?.content ?? []).filter(({ decision }) => decision !== RepeatFlag.distinct)
  if (pairs.length === 0) return null
  return (
    <section className="card" aria-labelledby="repeats-title">
      <h2 id="repeats-title" className="border-line border-b px-4 py-2.5 font-medium">
        疑似重复项目
      </h2>
      <div className="px-4">
        <RepeatItems pairs={pairs} ownId={id} />
        {repeatReason && (
          <p className="mb-3 whitespace-pre-line break-words rounded bg-sunken px-2.5 py-1.5 text-s">
            填报单位说明：{repeatReason}
          </p>
        )}
      </div>
    </section>
  )
}
