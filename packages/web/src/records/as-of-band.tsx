import { asOfWords } from '@xinchu/validators'
import { Button } from '../ui/button.tsx'
import { usePorts } from '../ui/ports.ts'

/** Says that the figures of a page are those of a batch or moment, with the way back to those of today. */
export function AsOfBand({ asOf }: { asOf: string }) {
  const [search, change] = usePorts().useSearch()
  return (
    <p role="status" className="rounded border border-warning bg-surface px-3 py-1.5 text-s text-warning">
      {asOfWords(asOf)}
      <span className="print:hidden">
        {' · '}
        <Button look="quiet" onClick={() => change({ ...search, page: undefined, asOf: undefined })}>
          返回现行
        </Button>
      </span>
    </p>
  )
}
