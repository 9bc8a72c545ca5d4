import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { DeclareStatus } from '@xinchu/contract/codes'
import { type ImportBatch, writtenSummary } from '@xinchu/sdk'
import { useState } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { refresh } from '../../app/query-client.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { failureOf } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { BatchActions, type PlanTerms } from './batch-actions.tsx'
import { BatchFigures, figureOf, type Shown } from './batch-figures.tsx'
import { BatchQuestions } from './batch-questions.tsx'
import { leftToDo, stateOf } from './batch-state.ts'
import { ColumnsView } from './columns-view.tsx'
import { hasPlan, planQuery } from './plan-queries.ts'
import { PlanView } from './plan-view.tsx'
import { importQueries, isBeingRead, isWorking } from './queries.ts'
import { ReadingNotes } from './reading-notes.tsx'
import { RowGrid } from './row-grid.tsx'
import { SubmitDrafts } from './submit-drafts.tsx'
import { type ColumnsShown, useColumnsShown } from './use-columns-shown.ts'

/**
 * Progress of a batch, drawn over the edge of the element above so that it takes no space. The length of a workbook is
 * known only at its end; until then only the figures grow.
 */
function Progress({ batch }: { batch: ImportBatch }) {
  if (!isWorking(batch)) return null
  const isWriting = batch.state === 'COMMITTING'
  const total = isWriting ? batch.okRows + batch.warnRows : batch.totalRows
  const done = isWriting ? batch.committedRows : batch.parsedRows
  const isKnown = total > 0 && (isWriting || done < total)
  return (
    <div className="relative h-0">
      <progress
        className="sr-only"
        aria-label={batch.stateLabel}
        {...(isKnown ? { value: done, max: total } : {})}
      />
      {isKnown && (
        <div
          className="absolute inset-x-0 top-0 h-0.5 origin-left bg-brand transition-transform"
          style={{ transform: `scaleX(${Math.min(1, done / total)})` }}
        />
      )}
    </div>
  )
}

type Phase = 'reading' | 'writing' | 'still'

function phaseOf(batch: ImportBatch): Phase {
  if (isBeingRead(batch)) return 'reading'
  return batch.state === 'COMMITTING' ? 'writing' : 'still'
}

/** What has to be done first. */
function firstShown({ errorRows, askedRows }: ImportBatch): Shown {
  if (errorRows > 0) return 'ERROR'
  return askedRows > 0 ? 'ASK' : 'ALL'
}

/**
 * State filter of the rows: all while the batch is being read, what has to be done for a batch read before. A new choice or a
 * commit reloads the rows.
 */
function useShownRows(batch: ImportBatch) {
  const client = useQueryClient()
  const [shown, setShown] = useState<{ state: Shown; turn: number; startRow?: number }>()
  const [before, setBefore] = useState<Phase>()
  const phase = phaseOf(batch)
  if (phase !== before) {
    setBefore(phase)
    // Rows that were written, or are read again, are no longer as they were listed.
    if (before === 'writing' || (before === 'still' && phase === 'reading')) setShown(undefined)
    // What was fetched before this phase is outdated: batches, the questions of this one, and after writing also projects.
    const written = before === 'writing' ? [queryKeys.projects] : []
    const invalidates = [importQueries.lists, importQueries.questions(batch.id).queryKey, ...written]
    if (before) queueMicrotask(() => void refresh(client, { meta: { invalidates } }))
  } else if (!shown) {
    setShown({ state: phase === 'still' ? firstShown(batch) : 'ALL', turn: Date.now() })
  }
  return {
    shown,
    show: (state: Shown, startRow?: number) =>
      setShown({ state, turn: Date.now(), ...(startRow === undefined ? {} : { startRow }) }),
  }
}

const VIEWS = [
  [undefined, '工作簿'],
  ['plan', '差异'],
] as const

/** Choice between the rows of the workbook and what writing them would do. The URL holds it. */
function ViewChoice({ shown, onShow }: { shown: boolean; onShow: (isPlan: boolean) => void }) {
  return (
    <fieldset className="flex gap-5 border-line border-t px-4">
      <legend className="sr-only">显示</legend>
      {VIEWS.map(([view, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={shown === (view === 'plan')}
          onClick={() => onShow(view === 'plan')}
          className="border-transparent border-b-2 py-2 text-s hover:text-brand-ink focus-visible:-outline-offset-2 aria-pressed:border-brand aria-pressed:font-medium aria-pressed:text-brand-ink"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** Whether the differences are shown in place of the workbook. */
function usePlanShown() {
  const [search, setSearch] = usePorts().useSearch()
  const show = (isPlan: boolean) =>
    setSearch({ ...search, view: isPlan ? 'plan' : undefined, action: undefined, page: undefined })
  return [search['view'] === 'plan', show] as const
}

function Rows({ batch, plan }: { batch: ImportBatch; plan: PlanTerms }) {
  const { takesCorrections, clearsBlank } = plan
  const { shown, show } = useShownRows(batch)
  const [isPlan, showPlan] = usePlanShown()
  const isReading = isBeingRead(batch)
  if (!shown || (batch.totalRows === 0 && !isReading)) return null
  const { state, turn, startRow } = shown
  // Written rows are closed; only a batch with others left can be corrected.
  const isLeft = batch.state === 'READY' || (batch.state === 'DONE' && batch.committedRows < batch.totalRows)
  const mayCorrect = batch.own && !batch.dryRun && isLeft
  const mayPlan = batch.own && (isReading || hasPlan(batch))
  const openRow = (rowNo: number) => {
    show('ALL', rowNo)
    showPlan(false)
  }
  return (
    <>
      {mayPlan && <ViewChoice shown={isPlan} onShow={showPlan} />}
      {mayPlan && isPlan ? (
        <PlanView
          batch={batch}
          takesCorrections={takesCorrections}
          clearsBlank={clearsBlank}
          onRow={openRow}
        />
      ) : (
        <>
          <BatchFigures batch={batch} shown={state} onShow={show} />
          {/* Only on request: rows that are being looked at must not move. */}
          {mayCorrect && state === 'ASK' && <BatchQuestions batch={batch} />}
          <RowGrid
            key={turn}
            listed={{ batchId: batch.id, state: state === 'ALL' ? undefined : state, turn }}
            count={figureOf(batch, state)}
            isReading={isReading}
            mayCorrect={mayCorrect}
            errorRows={batch.errorRows}
            askedRows={batch.askedRows}
            startRow={startRow}
          />
        </>
      )}
    </>
  )
}

/** What writing a batch would do, for the actions. */
function usePlanTerms(id: number, batch: ImportBatch | undefined) {
  const [takesCorrections, onTakesCorrections] = useState(false)
  const [clearsBlank, onClearsBlank] = useState(false)
  const [takesReturned, onTakesReturned] = useState(false)
  const first = planQuery({ batchId: id, filter: undefined, takesCorrections, clearsBlank, page: 0 })
  const isAsked = batch !== undefined && hasPlan(batch) && !batch.dryRun
  const { data } = useQuery({ ...first, enabled: isAsked, placeholderData: keepPreviousData })
  const counts = isAsked ? data?.counts : undefined
  return {
    ...{ counts, takesCorrections, onTakesCorrections, clearsBlank, onClearsBlank },
    ...{ takesReturned, onTakesReturned },
  }
}

/** Links to the written rows. */
function Written({ batch }: { batch: ImportBatch }) {
  const { own, state, committedRows, submitAfterCommit } = batch
  if (!own || state !== 'DONE' || committedRows === 0 || submitAfterCommit) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 border-line border-t bg-success-soft px-4 py-2 text-s">
      已写入 {committedRows.toLocaleString('zh-CN')} 行为项目草稿，提交后才进入审核。
      <GrantedLink
        to="/esproject/declare/index"
        search={{ declareStatus: DeclareStatus.draft }}
        className="font-medium text-brand-ink hover:underline"
      >
        查看 {committedRows.toLocaleString('zh-CN')} 个草稿
      </GrantedLink>
      <SubmitDrafts batch={batch} />
    </p>
  )
}

/** What has become of the written rows. Nothing before, and for batches of an earlier release. */
function Outcome({ batch }: { batch: ImportBatch }) {
  const done = isWorking(batch) || batch.committedRows === 0 ? undefined : writtenSummary(batch)
  if (!done) return null
  const isKept = batch.own && (batch.kept ?? 0) + (batch.blank ?? 0) > 0
  return (
    <p className="px-4 pb-2.5 text-ink-soft text-s">
      已写入的行：{done}
      {isKept && '，在“已写入”的行中以提示标出'}
    </p>
  )
}

/** The rows of a batch, or its columns where those ask. */
function Content({ batch, plan, columns }: { batch: ImportBatch; plan: PlanTerms; columns: ColumnsShown }) {
  if (batch.state === 'ASKING' && !batch.own)
    return <p className="px-4 pb-3 text-ink-soft text-s">导入单位正在核对列，尚未读取</p>
  if (batch.state === 'ASKING' || columns.isShown)
    return <ColumnsView batch={batch} onRead={() => columns.show(false)} />
  return <Rows batch={batch} plan={plan} />
}

/** One import: progress, findings and actions. */
export function BatchCard({ id }: { id: number }) {
  const { data: batch, error, refetch } = useQuery(importQueries.batch(id))
  const columns = useColumnsShown(batch)
  const plan = usePlanTerms(id, batch)
  const failure = failureOf({ data: batch, error })
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />
  if (!batch) return <Loading rows={6} />
  return (
    <section className="card overflow-clip" aria-labelledby="import-batch">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-2 px-4 py-2.5">
        <h2 id="import-batch" className="min-w-0 truncate font-medium text-base">
          {batch.fileName}
        </h2>
        <span role="status">
          <StatusTag label={stateOf(batch)} />
        </span>
        {leftToDo(batch) && <span className="text-ink-soft text-s">{leftToDo(batch)}</span>}
        {batch.dryRun && <span className="text-ink-faint text-s">仅校验</span>}
        {columns.isOffered && !columns.isShown && (
          <Button onClick={() => columns.show(true)}>重新核对列</Button>
        )}
        <BatchActions batch={batch} plan={plan} />
      </header>
      {batch.message && <p className="px-4 pb-2.5 text-ink-soft text-s">{batch.message}</p>}
      <ReadingNotes notes={batch.notes ?? []} />
      <Outcome batch={batch} />
      <Written batch={batch} />
      <Progress batch={batch} />
      <Content batch={batch} plan={plan} columns={columns} />
    </section>
  )
}
