import { useMutation, useQuery } from '@tanstack/react-query'
import type { RecommendQuota } from '@xinchu/sdk'
import { useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import type { Batch } from '../../../records/pilot-batch.ts'
import { batchName } from '../../../records/pilot-batch.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { NumberInput } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { pilotMutations, pilotQueries } from '../queries.ts'

/** Typed quotas by office id. Empty text means no limit. */
type Typed = Readonly<Record<number, string>>

const MOST = 10_000
const storedText = ({ quota }: RecommendQuota) => (quota === undefined ? '' : String(quota))
const textOf = (row: RecommendQuota, typed: Typed) => typed[row.orgId] ?? storedText(row)
const isQuota = (text: string) => text === '' || (/^\d{1,5}$/.test(text) && Number(text) <= MOST)
const isChanged = (row: RecommendQuota, typed: Typed) => textOf(row, typed) !== storedText(row)
const worded = (text: string) => (text === '' ? '不限' : `${Number(text)} 项`)

/** Error or hint on a quota. */
function noteOf(row: RecommendQuota, text: string): string | undefined {
  if (!isQuota(text)) return `请填 0 至 ${MOST} 的整数，不填为不限`
  if (text !== '' && Number(text) < row.used) return '少于已推荐数：已推荐的不变，不能再推荐'
  return undefined
}

interface RowProps {
  row: RecommendQuota
  text: string
  onText: (text: string) => void
}

function QuotaRow({ row, text, onText }: RowProps) {
  const note = noteOf(row, text)
  const noteId = `quota-${row.orgId}`
  return (
    <tr className="border-line border-t">
      <th scope="row" className="px-4 py-2 text-left font-normal">
        {row.orgName}
      </th>
      <td className="px-4 py-2 text-right tabular-nums">{figure(row.used)}</td>
      <td className="px-4 py-2">
        <span className="block max-w-40">
          <NumberInput
            aria-label={`${row.orgName}的名额`}
            unit="项"
            placeholder="不限"
            value={text}
            onValue={onText}
            aria-invalid={!isQuota(text)}
            aria-describedby={note && noteId}
          />
        </span>
        {note && (
          <span id={noteId} role="status" className="text-warning text-xs">
            {note}
          </span>
        )}
      </td>
      <td className="px-4 py-2 text-ink-soft max-sm:hidden">
        {row.updateTime ? `${row.updateBy ?? ''} ${row.updateTime.slice(0, 16)}` : '—'}
      </td>
    </tr>
  )
}

interface PlanProps {
  batch: Batch
  changed: readonly RecommendQuota[]
  typed: Typed
  onDone: () => void
  onClose: () => void
}

/** Shows each change before it is applied. */
function PlanDialog({ batch, changed, typed, onDone, onClose }: PlanProps) {
  const saving = useMutation({
    ...pilotMutations.setQuotas,
    onSuccess() {
      notify(`已设置 ${changed.length} 个推荐单位的名额`, 'success')
      onDone()
    },
  })
  const items = changed.map((row) => {
    const text = textOf(row, typed)
    return { orgId: row.orgId, ...(text === '' ? {} : { quota: Number(text) }) }
  })
  return (
    <Dialog
      open
      title={`设置${batchName(batch)}的推荐名额`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            busy={saving.isPending}
            onClick={() => saving.mutate({ batchYear: batch.batchYear, batchNo: batch.batchNo, items })}
          >
            设置
          </Button>
        </>
      }
    >
      <p className="mb-2 text-ink-soft text-s">名额自设置起生效，推荐单位在推荐时看到。</p>
      <ul className="grid gap-1.5">
        {changed.map((row) => (
          <li key={row.orgId} className="flex flex-wrap gap-x-3">
            <span className="mr-auto">{row.orgName}</span>
            <span className="text-ink-soft">{worded(storedText(row))}</span>
            <span aria-hidden="true">→</span>
            <span className="sr-only">改为</span>
            <span className="font-medium">{worded(textOf(row, typed))}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** 推荐名额: the places of all recommenders in a batch. */
export function Quotas({ batch }: { batch: Batch }) {
  const key = { batchYear: batch.batchYear, batchNo: batch.batchNo }
  const { data, error, refetch } = useQuery(pilotQueries.quotas(key))
  const [typed, setTyped] = useState<Typed>({})
  const [isAsking, setAsking] = useState(false)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={10} />
  const changed = data.filter((row) => isChanged(row, typed))
  const isSound = changed.every((row) => isQuota(textOf(row, typed)))
  return (
    <section aria-label="推荐名额" className="card min-w-0">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-1.5">
        <h2 className="font-medium">推荐名额</h2>
        <p className="mr-auto text-ink-soft text-s">
          {data.length} 个推荐单位，已推荐 {figure(data.reduce((sum, { used }) => sum + used, 0))} 项
        </p>
        {changed.length > 0 && <Button onClick={() => setTyped({})}>放弃修改</Button>}
        <Button look="primary" disabled={changed.length === 0 || !isSound} onClick={() => setAsking(true)}>
          设置{changed.length > 0 ? `（${changed.length}）` : ''}…
        </Button>
      </header>
      <table className="w-full text-s">
        <thead className="bg-sunken text-ink-soft">
          <tr>
            {['推荐单位', '已推荐', '名额', '最近设置'].map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`whitespace-nowrap px-4 py-2 font-normal ${at === 1 ? 'text-right' : 'text-left'} ${at === 3 ? 'max-sm:hidden' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <QuotaRow
              key={row.orgId}
              row={row}
              text={textOf(row, typed)}
              onText={(text) => setTyped((before) => ({ ...before, [row.orgId]: text }))}
            />
          ))}
        </tbody>
      </table>
      {isAsking && (
        <PlanDialog
          batch={batch}
          changed={changed}
          typed={typed}
          onDone={() => {
            setAsking(false)
            setTyped({})
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
