import { figure } from '../../lib/figures.ts'
import { type Answers, isComplete, leavesOf, NO_ANSWER, scoreOf } from './assess-model.ts'
import type { AssessIndex } from './queries.ts'

interface AssessOutlineProps {
  tree: readonly AssessIndex[]
  answers: Answers
}

const PERCENT = 100

/** Points of the first level with how far each is filled in; a name leads to its part. */
export function AssessOutline({ tree, answers }: AssessOutlineProps) {
  const leaves = leavesOf(tree)
  const doneOf = (indices: readonly AssessIndex[]) =>
    indices.filter((index) => isComplete(index, answers.get(index.id) ?? NO_ANSWER)).length
  const percent = leaves.length === 0 ? 0 : Math.floor((doneOf(leaves) / leaves.length) * PERCENT)
  return (
    <nav aria-label="自评目录" className="card min-w-0 self-start lg:sticky lg:top-4">
      <div className="border-line border-b px-4 py-3">
        <p className="font-semibold text-lg tabular-nums">{percent}%</p>
        <div className="my-1.5 h-1.5 overflow-hidden rounded bg-sunken">
          <div className="h-full bg-brand" style={{ width: `${percent}%` }} />
        </div>
        <p className="text-ink-faint text-xs">
          已填 {doneOf(leaves)} / {leaves.length} 项
        </p>
      </div>
      <ul className="grid gap-0.5 p-2 text-s">
        {tree.map((group) => {
          const own = leavesOf([group])
          const done = doneOf(own)
          return (
            <li key={group.id}>
              <a
                href={`#group-${group.id}`}
                className="flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover"
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(`group-${group.id}`)?.scrollIntoView({ block: 'start' })
                }}
              >
                <span aria-hidden="true" className={done === own.length ? 'text-success' : 'text-ink-faint'}>
                  {done === own.length ? '✓' : '○'}
                </span>
                <span className="min-w-0 flex-1">{group.indexName}</span>
                <span className="text-ink-soft tabular-nums">
                  {figure(scoreOf(own, answers))} / {group.fullScore}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
