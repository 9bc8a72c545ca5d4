import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ImportBatch, type ImportPlanCounts, planActions } from '@xinchu/sdk'
import { Button } from '../../ui/button.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { PLAN_ROWS, type PlanFilter, planQuery, savePlan } from './plan-queries.ts'
import { PlanTable } from './plan-table.tsx'
import { isBeingRead } from './queries.ts'

const FILTERS: readonly PlanFilter[] = [
  'new',
  'changed',
  'same',
  'returned',
  'kept',
  'blank',
  'asked',
  'refused',
  'repeat',
]
const ROWS = { returned: '修改被退回的项目', kept: '保留人工更正', blank: '空单元格未清空' } as const
const labelOf = (filter: PlanFilter) =>
  filter === 'returned' || filter === 'kept' || filter === 'blank' ? ROWS[filter] : planActions[filter]

const totalOf = ({ new: created, changed, same, asked, refused, repeat }: ImportPlanCounts) =>
  created + changed + same + asked + refused + repeat

interface CountsProps {
  counts: ImportPlanCounts | undefined
  shown: PlanFilter | undefined
  onShow: (filter: PlanFilter | undefined) => void
}

function figureIn(counts: ImportPlanCounts, filter: PlanFilter | undefined): string {
  const figure = (filter ? counts[filter] : totalOf(counts)).toLocaleString('zh-CN')
  return filter === 'changed' && counts.changes > 0
    ? `${figure}（${counts.changes.toLocaleString('zh-CN')} 项）`
    : figure
}

/** Counts of what a commit would do. Each filters the rows. */
function PlanCounts({ counts, shown, onShow }: CountsProps) {
  return (
    <div className="grid grid-cols-2 gap-px border-line border-y bg-line sm:grid-cols-3 xl:grid-cols-10">
      {[undefined, ...FILTERS].map((filter) => (
        <button
          key={filter ?? 'all'}
          type="button"
          aria-pressed={shown === filter}
          onClick={() => onShow(filter)}
          className="grid gap-0.5 bg-surface px-4 py-2.5 text-left hover:bg-hover aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          <span className="text-ink-soft text-xs">{filter ? labelOf(filter) : '全部'}</span>
          <span className="font-medium text-lg tabular-nums">{counts ? figureIn(counts, filter) : '–'}</span>
        </button>
      ))}
    </div>
  )
}

/** Filter and page of the address. */
function usePlanSearch() {
  const [search, setSearch] = usePorts().useSearch()
  const filter = FILTERS.find((each) => each === search['action'])
  const page = Number(search['page'] ?? 0)
  return {
    filter,
    page: Number.isInteger(page) && page > 0 ? page : 0,
    show: (action: PlanFilter | undefined) => setSearch({ ...search, action, page: undefined }),
    turnTo: (next: number) => setSearch({ ...search, page: next > 0 ? next : undefined }),
  }
}

interface PlanViewProps {
  batch: ImportBatch
  takesCorrections: boolean
  clearsBlank: boolean
  /** Opens a row of the workbook. */
  onRow: (rowNo: number) => void
}

/** What writing a batch would do, row by row, before anything is written. */
export function PlanView({ batch, takesCorrections, clearsBlank, onRow }: PlanViewProps) {
  const { filter, page, show, turnTo } = usePlanSearch()
  const view = { batchId: batch.id, filter, takesCorrections, clearsBlank, page }
  const isReading = isBeingRead(batch)
  const { data, error, refetch } = useQuery({
    ...planQuery(view),
    enabled: !isReading,
    placeholderData: keepPreviousData,
  })
  const save = useMutation<void>({
    mutationFn: (_nothing, { client }) => savePlan(client, view, batch.fileName),
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PlanCounts counts={data?.counts} shown={filter} onShow={show} />
      <div className="flex flex-wrap items-center gap-2 px-4 py-2 text-s">
        <p className="mr-auto text-ink-faint">
          {batch.committedRows > 0
            ? '只列出尚未写入的行，按草稿现在的内容比对'
            : '按草稿现在的内容比对，尚未写入任何内容'}
        </p>
        <Button
          icon="download"
          busy={save.isPending}
          disabled={!data || data.totalElements === 0}
          onClick={() => save.mutate()}
        >
          导出差异
        </Button>
      </div>
      {!data && (isReading ? <Empty>校验完成后列出差异</Empty> : <Loading rows={8} />)}
      {data && data.totalElements === 0 && <Empty>没有这样的行</Empty>}
      {data && data.totalElements > 0 && (
        <>
          <PlanTable rows={data.rows} onRow={onRow} />
          <Pager page={page} size={PLAN_ROWS} total={data.totalElements} counter="行" onPage={turnTo} />
        </>
      )}
    </>
  )
}
