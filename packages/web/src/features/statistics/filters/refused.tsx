import { isXinchuError } from '@xinchu/sdk'
import { Button } from '../../../ui/button.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Failed } from '../../../ui/states.tsx'
import { useClear } from './use-clear.ts'

/** Whether a read was refused for its conditions: the same conditions are refused again. */
export const isRefusal = (error: Error | null | undefined): error is Error =>
  isXinchuError(error) && error.kind === 'validation'

/** Conditions of the address that a refusal names: `techType` of the field `techType.0`. */
function namedIn(error: Error, search: Readonly<Record<string, unknown>>): string[] {
  const fields = isXinchuError(error)
    ? (error.errors ?? []).map(({ field }) => field.split('.')[0] ?? '')
    : []
  return [...new Set(fields)].filter((name) => search[name] !== undefined)
}

interface RefusedProps {
  error: Error
  onRetry: () => void
}

/** In the place of all figures where the address has a condition that there is not. */
export function Refused({ error, onRetry }: RefusedProps) {
  const [search] = usePorts().useSearch()
  const clear = useClear()
  const names = namedIn(error, search)
  if (names.length === 0) return <Failed error={error} onRetry={onRetry} />
  return (
    <div role="alert" className="card grid justify-items-center gap-3 px-4 py-14 text-center">
      <p className="text-ink-soft">{error.message}</p>
      <Button onClick={() => clear(names)}>清除条件</Button>
    </div>
  )
}
