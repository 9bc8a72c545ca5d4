import type { ImportRow } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { momentOf } from '../../lib/moment.ts'
import { Icon } from '../../ui/icons.tsx'
import { RuleCode } from '../../ui/rule-code.tsx'
import { issuesOf, wordsOf } from './row-columns.ts'
import { RowQuestions } from './row-questions.tsx'

/** Suspected duplicates of a row, most likely first. Invisible projects are not named. */
function Repeats({ repeats }: { repeats: NonNullable<ImportRow['repeats']> }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {repeats.map(({ projectId, projectName, score }) => (
        <li key={projectId} className="flex items-baseline gap-1.5">
          <span className="whitespace-nowrap text-ink-faint">与其相似 {score} 分</span>
          {projectName ? (
            <GrantedLink
              to="/esproject/detail/$id"
              params={{ id: String(projectId) }}
              className="text-brand-ink hover:underline"
            >
              {projectName}
            </GrantedLink>
          ) : (
            <span className="text-ink-soft">其他单位的项目</span>
          )}
        </li>
      ))}
    </ul>
  )
}

type Draft = NonNullable<ImportRow['draft']>

/** Fields whose values stay, because a person has corrected them: who, when, and what the row has instead. */
export function Kept({ kept }: { kept: NonNullable<Draft['kept']> }) {
  return (
    <ul className="my-1">
      {kept.map(({ field, caption, oldValue, newValue, origin, setBy, setTime }) => (
        <li key={field}>
          {caption}保留人工更正的 {oldValue ?? '（空）'}，不取 {newValue ?? '（清空）'}
          <span className="text-ink-faint">
            （{setBy} {setTime && momentOf(setTime)} {origin === 'REVIEW' ? '退回后更正' : '修改'}）
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What the draft has and the row does not. */
export function Blank({ blank }: { blank: NonNullable<Draft['blank']> }) {
  return (
    <p className="my-1">
      空单元格，保留原有内容：
      {blank.map(({ caption, oldValue }) => `${caption} ${oldValue ?? ''}`).join('；')}
    </p>
  )
}

/** What a row would change in a draft of the office, as a table. */
export function Changes({ draft }: { draft: Draft }) {
  if (draft.moved)
    return <p className="text-danger">对应的草稿在校验后已被修改、提交或删除，该行不会写入，请重新导入</p>
  if (draft.changes.length === 0 && (draft.kept || draft.blank))
    return <p className="text-ink-soft">没有可写入的变化</p>
  if (draft.changes.length === 0) return <p className="text-ink-soft">与草稿一致，没有变化</p>
  // Rows that were sent without a workbook have no letters.
  const hasLetters = draft.changes.some(({ column }) => column !== undefined)
  return (
    <table className="my-1 text-left">
      <caption className="sr-only">{draft.submitted ? '与已提交的项目的差异' : '写入后草稿的变化'}</caption>
      <thead className="text-ink-faint">
        <tr>
          {[...(hasLetters ? ['列'] : []), '列名', '原值', '新值'].map((heading) => (
            <th key={heading} scope="col" className="whitespace-nowrap pr-6 font-normal">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {draft.changes.map(({ field, column, caption, oldValue, newValue }) => (
          <tr key={field} className="align-top">
            {hasLetters && <td className="pr-6 text-ink-faint">{column}</td>}
            <th scope="row" className="whitespace-nowrap pr-6 font-normal">
              {caption}
            </th>
            <td className="break-all pr-6 text-ink-soft">{oldValue ?? '（空）'}</td>
            <td className="break-all pr-6 font-medium">{newValue ?? '（清空）'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RowDetailProps {
  id: string
  batchId: number
  row: ImportRow | undefined
  /** Moves to the cell of a column. */
  onCell: (name: string) => void
}

/** All findings of the current row. Each links to its cell. */
export function RowDetail({ id, batchId, row, onCell }: RowDetailProps) {
  const questions = row?.state === 'COMMITTED' ? [] : (row?.questions ?? [])
  const issues = row ? issuesOf({ ...row, questions: [] }) : []
  return (
    <div
      id={id}
      role="status"
      className="max-h-32 min-h-[68px] overflow-auto border-line border-t px-4 py-2.5 text-s leading-6"
    >
      {row && (
        <p className="text-ink-soft">
          第{row.rowNo}行 {row.raw['projectName'] ?? '（未填项目名称）'}
          {issues.length + questions.length === 0 &&
            !row.repeats?.length &&
            !row.draft &&
            `：${row.stateLabel}`}
        </p>
      )}
      {row && questions.length > 0 && (
        <RowQuestions batchId={batchId} row={row} questions={questions} onCell={onCell} />
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
      {row?.draft?.returned && row.draft.changes.length > 0 && (
        <p className="my-1 text-warning">
          将修改被退回的项目（{row.draft.returned.statusLabel}
          {row.draft.returned.opinion && `：${row.draft.returned.opinion}`}）
        </p>
      )}
      {row?.draft && <Changes draft={row.draft} />}
      {row?.draft?.kept && !row.draft.moved && <Kept kept={row.draft.kept} />}
      {row?.draft?.blank && !row.draft.moved && <Blank blank={row.draft.blank} />}
      {row?.repeats && row.repeats.length > 0 && !row.draft && <Repeats repeats={row.repeats} />}
    </div>
  )
}
