import { figure } from '../../../lib/figures.ts'
import type { Opinion, Row } from './result-model.ts'

interface OpinionsProps {
  row: Row
  /** Whether comments on single indices are unfolded, as on paper. */
  isWhole?: boolean
  /** Names that were asked for, by number. */
  names: ReadonlyMap<number, string>
}

function Comments({ comments, isOpen }: Pick<Opinion, 'comments'> & { isOpen: boolean }) {
  return (
    <details open={isOpen} className="mt-1 text-s">
      <summary className="inline-block min-h-6 cursor-pointer text-brand-ink max-sm:min-h-11 print:text-ink-soft">
        分项评语 {comments.length} 条
      </summary>
      <dl className="mt-1 grid gap-x-3 gap-y-0.5 text-ink-soft sm:grid-cols-[max-content_minmax(0,1fr)]">
        {comments.map(({ indexName, fullScore, score, comment }) => (
          <div key={indexName} className="contents">
            <dt>
              {indexName} {figure(score)} / {figure(fullScore)}
            </dt>
            <dd className="text-body max-sm:mb-1">{comment}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** What each expert wrote about a project: conclusion, whole opinion, and comments on single indices. */
export function Opinions({ row, names, isWhole = false }: OpinionsProps) {
  const { opinions = [], conclusionText } = row
  if (opinions.length === 0) return null
  return (
    <section aria-label={`${row.projectName}专家意见`}>
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">专家意见</span>
        <span className="text-ink-soft text-s">{conclusionText}</span>
      </h3>
      <ol className="mt-2 grid gap-3">
        {opinions.map(({ expertNo, conclusionLabel, opinion, comments }) => (
          <li key={expertNo} className="border-line border-l-[3px] pl-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">{names.get(expertNo) ?? `专家${expertNo}`}</span>
              <span className="text-ink-soft text-s">{conclusionLabel ?? '未写结论'}</span>
            </p>
            <p className="mt-0.5 whitespace-pre-wrap break-words">{opinion ?? '未写意见'}</p>
            {comments.length > 0 && <Comments comments={comments} isOpen={isWhole} />}
          </li>
        ))}
      </ol>
      {row.feedback && (
        <>
          <h3 className="mt-4 font-medium">反馈意见</h3>
          <p className="mt-1 whitespace-pre-wrap break-words">{row.feedback}</p>
        </>
      )}
    </section>
  )
}

/** On paper the opinions on all projects follow the table of the group. */
export function PrintedOpinions({ rows, names }: { rows: readonly Row[] } & Pick<OpinionsProps, 'names'>) {
  return (
    <div className="hidden gap-4 print:grid">
      {rows.map((row) => (
        <section key={row.projectId}>
          <h2 className="mb-1 font-medium">
            {row.projectName} {row.demoCode}
          </h2>
          <Opinions row={row} names={names} isWhole />
        </section>
      ))}
    </div>
  )
}
