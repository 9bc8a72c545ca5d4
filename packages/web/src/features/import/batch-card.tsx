import { useMutation, useQuery } from '@tanstack/react-query'
import type { ImportBatch, ImportRow } from '@xinchu/sdk'
import { useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { importQueries, importWrites, isWorking } from './queries.ts'
import { RowGrid } from './row-grid.tsx'

function Progress({ batch }: { batch: ImportBatch }) {
  if (!isWorking(batch)) return null
  const isWriting = batch.state === 'COMMITTING'
  const total = isWriting ? batch.okRows + batch.warnRows : batch.totalRows
  const done = isWriting ? batch.committedRows : batch.parsedRows
  const known = total > 0 && (isWriting || done < total)
  return (
    <div className="px-4 py-3">
      <progress
        className="h-1.5 w-full"
        aria-label={batch.stateLabel}
        {...(known ? { value: done, max: total } : {})}
      />
      <p className="mt-1 text-ink-soft text-s" role="status">
        {batch.stateLabel} {done.toLocaleString('zh-CN')} 行
      </p>
    </div>
  )
}

type Shown = ImportRow['state'] | 'ALL'

const FIGURES: readonly (readonly [state: Shown, label: string, of: (batch: ImportBatch) => number])[] = [
  ['ALL', '全部', ({ totalRows }) => totalRows],
  ['ERROR', '有错误', ({ errorRows }) => errorRows],
  ['WARN', '有提示', ({ warnRows }) => warnRows],
  ['REPEAT', '疑似重复', ({ repeatRows }) => repeatRows],
  ['OK', '通过', ({ okRows }) => okRows],
  ['COMMITTED', '已写入', ({ committedRows }) => committedRows],
]

interface FiguresProps {
  batch: ImportBatch
  shown: Shown
  onShow: (shown: Shown) => void
}

function Figures({ batch, shown, onShow }: FiguresProps) {
  return (
    <div className="grid grid-cols-3 gap-px border-line border-y bg-line md:grid-cols-6">
      {FIGURES.map(([state, label, of]) => (
        <button
          key={state}
          type="button"
          aria-pressed={shown === state}
          onClick={() => onShow(state)}
          className="grid gap-0.5 bg-surface px-4 py-2.5 text-left hover:bg-hover aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          <span className="text-ink-soft text-xs">{label}</span>
          <span className="font-medium text-lg tabular-nums">{of(batch).toLocaleString('zh-CN')}</span>
        </button>
      ))}
    </div>
  )
}

function Actions({ batch }: { batch: ImportBatch }) {
  const [keepsRepeats, setKeepsRepeats] = useState(false)
  const commit = useMutation({ mutationFn: () => importWrites.commit(batch.id, !keepsRepeats) })
  const cancel = useMutation({ mutationFn: () => importWrites.cancel(batch.id) })
  const errors = useMutation({
    mutationFn: () => sdk.imports.downloadErrors(batch.id),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '问题说明.xlsx'),
  })
  const isReady = batch.own && batch.state === 'READY' && !batch.dryRun
  const writable = batch.okRows + batch.warnRows + (keepsRepeats ? batch.repeatRows : 0)
  const isHeldBack = batch.mode === 'atomic' && batch.errorRows > 0
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {isReady && batch.repeatRows > 0 && (
        <span className="mr-2 text-s">
          <Checkbox checked={keepsRepeats} onChecked={setKeepsRepeats}>
            疑似重复的行也写入
          </Checkbox>
        </span>
      )}
      {isReady && (
        <Button
          look="primary"
          busy={commit.isPending}
          disabled={writable === 0 || isHeldBack}
          onClick={() => commit.mutate()}
        >
          写入 {writable.toLocaleString('zh-CN')} 行
        </Button>
      )}
      {isReady && isHeldBack && <span className="text-danger text-s">存在有错误的行，更正后才能写入</span>}
      {batch.own && (isWorking(batch) || isReady) && (
        <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          取消导入
        </Button>
      )}
      {batch.errorRows + batch.warnRows + batch.repeatRows > 0 && !isWorking(batch) && (
        <Button icon="download" busy={errors.isPending} onClick={() => errors.mutate()}>
          下载问题说明
        </Button>
      )}
    </div>
  )
}

/** Which rows are shown; chosen anew, or after work on the batch, they are asked for anew. */
function useShownRows(batch: ImportBatch | undefined) {
  const [shown, setShown] = useState<{ state: Shown; turn: number }>()
  const [wasWorking, setWasWorking] = useState(false)
  const works = batch !== undefined && isWorking(batch)
  if (works !== wasWorking) {
    setWasWorking(works)
    if (!works) {
      setShown(undefined)
      // The list of batches knows nothing of it yet.
      queueMicrotask(() => void queryClient.invalidateQueries({ queryKey: importQueries.all }))
    }
  } else if (batch && !works && !shown)
    setShown({ state: batch.errorRows > 0 ? 'ERROR' : 'ALL', turn: Date.now() })
  return { shown, show: (state: Shown) => setShown({ state, turn: Date.now() }) }
}

function Rows({ batch }: { batch: ImportBatch }) {
  const { shown, show } = useShownRows(batch)
  if (isWorking(batch) || batch.totalRows === 0 || !shown) return null
  const { state, turn } = shown
  const mayCorrect = batch.own && !batch.dryRun && (batch.state === 'READY' || batch.state === 'DONE')
  return (
    <>
      <Figures batch={batch} shown={state} onShow={show} />
      <RowGrid
        key={turn}
        listed={{ batchId: batch.id, state: state === 'ALL' ? undefined : state, turn }}
        mayCorrect={mayCorrect}
        errorRows={batch.errorRows}
      />
    </>
  )
}

/** One import: how far it is, what was found, and what is to be done with it. */
export function BatchCard({ id }: { id: number }) {
  const { data: batch, error, refetch } = useQuery(importQueries.batch(id))
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!batch) return <Loading rows={6} />
  return (
    <section className="card overflow-clip" aria-labelledby="import-batch">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-2 px-4 py-2.5">
        <h2 id="import-batch" className="min-w-0 truncate font-medium text-base">
          {batch.fileName}
        </h2>
        <StatusTag label={batch.stateLabel} />
        {batch.dryRun && <span className="text-ink-faint text-s">仅校验</span>}
        <Actions batch={batch} />
      </header>
      {batch.message && <p className="px-4 pb-2.5 text-ink-soft text-s">{batch.message}</p>}
      <Progress batch={batch} />
      <Rows batch={batch} />
    </section>
  )
}
