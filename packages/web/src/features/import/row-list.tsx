import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ImportRow } from '@xinchu/sdk'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { importQueries, importWrites } from './queries.ts'

type Issue = ImportRow['errors'][number]

const ROWS = 20

const place = ({ column, caption }: Issue) => [column && `${column}列`, caption].filter(Boolean).join(' ')
/** The words without the place, which stands beside them. */
const words = ({ message }: Issue) => message.replace(/^第\d+行(?:【[^】]*】)?：/, '')

interface CellProps {
  issue: Issue
  text: string
  onText: (text: string) => void
}

function FaultyCell({ issue, text, onText }: CellProps) {
  const id = useId()
  return (
    <div className="grid gap-1 sm:grid-cols-[11em_minmax(0,14em)_1fr] sm:items-center sm:gap-3">
      <label htmlFor={id} className="text-ink-soft">
        {place(issue)}
      </label>
      <Input id={id} value={text} onValue={onText} aria-invalid="true" aria-describedby={`${id}-note`} />
      <span id={`${id}-note`} className="text-danger">
        {words(issue)}
      </span>
    </div>
  )
}

function Corrections({ batchId, row }: { batchId: number; row: ImportRow }) {
  const issues = row.errors.filter(({ field }) => field !== undefined)
  const [cells, setCells] = useState<Readonly<Record<string, string>>>({})
  const correct = useMutation({
    mutationFn: () => importWrites.correct(batchId, row.rowNo, { ...cells }),
    onSuccess([next]) {
      setCells({})
      if (next?.state === 'ERROR') notify(`第${row.rowNo}行仍有错误`)
      else notify(`第${row.rowNo}行已更正`, 'success')
    },
  })
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        correct.mutate()
      }}
    >
      {issues.map((issue) => (
        <FaultyCell
          key={issue.field}
          issue={issue}
          text={cells[issue.field ?? ''] ?? issue.value ?? ''}
          onText={(text) => setCells({ ...cells, [issue.field ?? '']: text })}
        />
      ))}
      <div>
        <Button type="submit" busy={correct.isPending} disabled={Object.keys(cells).length === 0}>
          保存更正
        </Button>
      </div>
    </form>
  )
}

/** What a row equals or is like, the likeliest first; others' projects that the office may not see stay unnamed. */
function Repeats({ repeats }: { repeats: NonNullable<ImportRow['repeats']> }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {repeats.map(({ projectId, projectName, score }) => (
        <li key={projectId} className="flex items-baseline gap-1.5">
          <span className="whitespace-nowrap text-ink-faint tabular-nums">{score}分</span>
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

function StagedRow({ batchId, row, mayCorrect }: { batchId: number; row: ImportRow; mayCorrect: boolean }) {
  const hints = [...row.warnings, ...(mayCorrect ? [] : row.errors)]
  return (
    <li className="grid gap-2 px-4 py-3 text-s">
      <div className="flex flex-wrap items-center gap-2.5">
        <span className="text-ink-faint">第{row.rowNo}行</span>
        <span className="font-medium">{row.raw['projectName'] ?? '（未填项目名称）'}</span>
        <StatusTag label={row.stateLabel} />
      </div>
      {mayCorrect && row.errors.length > 0 && <Corrections batchId={batchId} row={row} />}
      {hints.length > 0 && (
        <ul className="grid gap-0.5 text-warning">
          {hints.map((issue) => (
            <li key={issue.message}>
              {place(issue)} {words(issue)}
            </li>
          ))}
        </ul>
      )}
      {row.repeats && row.repeats.length > 0 && <Repeats repeats={row.repeats} />}
    </li>
  )
}

interface RowListProps {
  batchId: number
  state: ImportRow['state'] | undefined
  mayCorrect: boolean
}

/** The rows of a batch in one state, with what is wrong with each, to be put right here. */
export function RowList({ batchId, state, mayCorrect }: RowListProps) {
  const [page, setPage] = useState(0)
  const [size, setSize] = useState<number>(ROWS)
  const { data, error, refetch } = useQuery({
    ...importQueries.rows({ batchId, state, page, size }),
    placeholderData: keepPreviousData,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={6} />
  if (data.totalElements === 0) return <Empty>没有这样的行</Empty>
  return (
    <>
      <ul className="divide-y divide-line">
        {data.content.map((row) => (
          <StagedRow key={row.rowNo} batchId={batchId} row={row} mayCorrect={mayCorrect} />
        ))}
      </ul>
      <Pager page={page} size={size} total={data.totalElements} onPage={setPage} onSize={setSize} />
    </>
  )
}
