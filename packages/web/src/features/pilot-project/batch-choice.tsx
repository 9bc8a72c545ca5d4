import { type Batch, batchKey, batchName } from '../../records/pilot-batch.ts'
import { Select } from '../../ui/inputs.tsx'

interface BatchChoiceProps {
  batches: readonly Batch[]
  batch: Batch
  onChoose: (key: string) => void
}

/** Chooses a batch; nothing to choose with one alone. */
export function BatchChoice({ batches, batch, onChoose }: BatchChoiceProps) {
  if (batches.length < 2) return null
  return (
    <span className="w-48">
      <Select
        aria-label="批次"
        placeholder=""
        value={batchKey(batch)}
        onValue={onChoose}
        options={batches.map((each) => ({ value: batchKey(each), label: batchName(each) }))}
      />
    </span>
  )
}
