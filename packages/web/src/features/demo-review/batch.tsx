import type { ReviewBatch, ReviewStage } from '@xinchu/sdk'
import { thisYear } from '../../lib/beijing.ts'
import { numeral } from '../../lib/numeral.ts'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'

const YEARS = 4
const BATCHES = 3

export const STAGE_NAMES: Readonly<Record<ReviewStage, string>> = { PRIMARY: '初评', EXCELLENT: '优选' }

/** 2026年第二批 */
export const batchName = ({ batchYear, batchNo }: { batchYear: number; batchNo: number }): string =>
  `${batchYear}年第${numeral(batchNo)}批`

const isStage = (text: unknown): text is ReviewStage => text === 'PRIMARY' || text === 'EXCELLENT'

/** The batch of an address: `batch=2026-1`, or as older links have it `year=2026&batch=1`. */
function batchIn({ year, batch }: Record<string, unknown>): { batchYear: number; batchNo: number } {
  const [first = '', second] = String(batch ?? '').split('-')
  const [ofYear, no] = second === undefined ? [year, first] : [first, second]
  return { batchYear: Number(ofYear) || thisYear(), batchNo: Number(no) || 1 }
}

/** Batch and stage of the address, and a setter of its parts. */
export function useBatch(stage: ReviewStage = 'PRIMARY') {
  const [search, change] = usePorts().useSearch()
  const batch: ReviewBatch = {
    ...batchIn(search),
    stage: isStage(search['stage']) ? search['stage'] : stage,
  }
  return {
    batch,
    search,
    change: (next: Record<string, string | number | undefined>) => change({ ...search, ...next }),
  }
}

interface BatchPickerProps {
  batch: ReviewBatch
  onChange: (next: Record<string, string | number | undefined>) => void
  hasStage?: boolean
}

/** Chooses a batch, and a stage of its review. */
export function BatchPicker({ batch, onChange, hasStage = false }: BatchPickerProps) {
  const years = Array.from({ length: YEARS }, (_, back) => thisYear() - back)
  const options = years.flatMap((batchYear) =>
    Array.from({ length: BATCHES }, (_, at) => ({ batchYear, batchNo: at + 1 })).map((each) => ({
      value: `${each.batchYear}-${each.batchNo}`,
      label: batchName(each),
    })),
  )
  const choose = (key: string) => onChange({ year: undefined, batch: key, group: undefined })
  return (
    <div className="flex gap-2">
      <div className="w-36">
        <Select
          aria-label="批次"
          placeholder=""
          value={`${batch.batchYear}-${batch.batchNo}`}
          onValue={choose}
          options={options}
        />
      </div>
      {hasStage && (
        <div className="w-24">
          <Select
            aria-label="评审阶段"
            placeholder=""
            value={batch.stage}
            onValue={(stage) => onChange({ stage, group: undefined })}
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
