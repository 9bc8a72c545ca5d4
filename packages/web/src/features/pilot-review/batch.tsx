import { useQuery } from '@tanstack/react-query'
import type { DemoBatch, ReviewBatch, ReviewStage } from '@xinchu/sdk'
import { type ReactNode, useState } from 'react'
import { numeral } from '../../lib/numeral.ts'
import { type Batch, batchesQuery, batchKey, batchOfAddress } from '../../records/pilot-batch.ts'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'

export const STAGE_NAMES: Readonly<Record<ReviewStage, string>> = { PRIMARY: '初评', EXCELLENT: '优选' }

const PHASE_NAMES: Readonly<Record<DemoBatch['phase'], string>> = {
  APPLICATION: '申报',
  REVIEW: '评审',
  PUBLICITY: '公示',
  ANNOUNCED: '已公布',
}

/** 2026年第二批 */
export const batchName = ({ batchYear, batchNo }: Batch): string => `${batchYear}年第${numeral(batchNo)}批`

const isStage = (text: unknown): text is ReviewStage => text === 'PRIMARY' || text === 'EXCELLENT'

export interface BatchState {
  /** Batch and stage of the address, or the batch to begin with. */
  batch: ReviewBatch
  batches: readonly DemoBatch[]
  search: Readonly<Record<string, unknown>>
  /** Sets parts of the address. */
  change: (next: Record<string, string | number | undefined>) => void
}

interface BatchGateProps {
  title: string
  stage?: ReviewStage
  children: (state: BatchState) => ReactNode
}

const NONE: readonly DemoBatch[] = []

/** Shows a screen of one batch: that of the address, or else the newest with open tasks, or the newest. */
export function BatchGate({ title, stage = 'PRIMARY', children }: BatchGateProps) {
  const [search, change] = usePorts().useSearch()
  const { data, error, refetch } = useQuery(batchesQuery)
  const [opened, setOpened] = useState<Batch>()
  const first = data?.find(({ mine }) => mine > 0) ?? data?.[0]
  // Chosen once: the last decision on a batch must not turn the page to another one.
  if (!opened && first) setOpened(first)
  const at = batchOfAddress(search) ?? opened ?? first
  if (!at)
    return (
      <div className="grid gap-3">
        <h1 className="font-semibold text-lg">{title}</h1>
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading rows={8} />}
        {data && (
          <div className="card">
            <Empty>还没有示范项目申报批次</Empty>
          </div>
        )}
      </div>
    )
  return children({
    batch: {
      batchYear: at.batchYear,
      batchNo: at.batchNo,
      stage: isStage(search['stage']) ? search['stage'] : stage,
    },
    batches: data ?? NONE,
    search,
    change: (next) => change({ ...search, ...next }),
  })
}

interface BatchPickerProps {
  state: BatchState
  hasStage?: boolean
}

/** Chooses a batch, and a stage of its review. */
export function BatchPicker({ state: { batch, batches, change }, hasStage = false }: BatchPickerProps) {
  const current = batchKey(batch)
  const options = batches.map((each) => ({
    value: batchKey(each),
    label: `${batchName(each)} · ${PHASE_NAMES[each.phase]}`,
  }))
  const isListed = options.some(({ value }) => value === current)
  return (
    <div className="flex gap-2">
      <div className="w-48">
        <Select
          aria-label="批次"
          placeholder=""
          value={current}
          onValue={(key) => change({ year: undefined, batch: key, group: undefined })}
          options={isListed ? options : [{ value: current, label: batchName(batch) }, ...options]}
        />
      </div>
      {hasStage && (
        <div className="w-24">
          <Select
            aria-label="评审阶段"
            placeholder=""
            value={batch.stage}
            onValue={(stage) => change({ stage, group: undefined })}
            options={[
              { value: 'PRIMARY', label: STAGE_NAMES.PRIMARY },
              { value: 'EXCELLENT', label: STAGE_NAMES.EXCELLENT },
            ]}
          />
        </div>
      )}
    </div>
  )
}
