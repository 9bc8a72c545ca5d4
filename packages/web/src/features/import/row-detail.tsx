import { Link } from '@tanstack/react-router'
import type { ImportRow } from '@xinchu/sdk'
import { Icon } from '../../ui/icons.tsx'
import { RuleCode } from '../../ui/rule-code.tsx'
import { issuesOf, wordsOf } from './row-columns.ts'

/** Suspected duplicates of a row, most likely first. Invisible projects are not named. */
function Repeats({ repeats }: { repeats: NonNullable<ImportRow['repeats']> }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {repeats.map(({ projectId, projectName, score }) => (
        <li key={projectId} className="flex items-baseline gap-1.5">
          <span className="whitespace-nowrap text-ink-faint">与其相似 {score} 分</span>
          {projectName ? (
            <Link
              to="/esproject/detail/$id"
              params={{ id: String(projectId) }}
              className="text-brand-ink hover:underline"
            >
              {projectName}
            </Link>
          ) : (
            <span className="text-ink-soft">其他单位的项目</span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface RowDetailProps {
  id: string
  row: ImportRow | undefined
  /** Moves to the cell of a column. */
  onCell: (name: string) => void
}

/** All findings of the current row. Each links to its cell. */
export function RowDetail({ id, row, onCell }: RowDetailProps) {
  const issues = row ? issuesOf(row) : []
  return (
    <div
      id={id}
      role="status"
      className="max-h-32 min-h-[68px] overflow-auto border-line border-t px-4 py-2.5 text-s leading-6"
    >
      {row && (
        <p className="text-ink-soft">
          第{row.rowNo}行 {row.raw['projectName'] ?? '（未填项目名称）'}
          {issues.length === 0 && !row.repeats?.length && `：${row.stateLabel}`}
        </p>
      )}
      <ul className="flex flex-wrap gap-x-5">
        {issues.map(({ issue, level }) => (
          <li key={issue.message} className="flex items-center">
            <button
              type="button"
              disabled={issue.field === undefined}
              onClick={() => issue.field && onCell(issue.field)}
              className={`flex items-center gap-1.5 text-left hover:underline ${level === 'error' ? 'text-danger' : 'text-warning'}`}
            >
              <Icon name="alert" size={13} />
              {[issue.column && `${issue.column}列`, issue.caption].filter(Boolean).join(' ')}：
              {wordsOf(issue)}
            </button>
            <RuleCode code={issue.code} />
          </li>
        ))}
      </ul>
      {row?.repeats && row.repeats.length > 0 && <Repeats repeats={row.repeats} />}
    </div>
  )
}
