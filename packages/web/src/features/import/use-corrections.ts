import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { usePorts } from '../../ui/ports.ts'
import { importMutations } from './queries.ts'

type Cells = Readonly<Record<string, string>>
/** Unchecked corrections by row number. */
export type Typed = Readonly<Record<number, Cells>>

// Maximum per call, from the contract.
const MOST_ROWS = 1_000

export function withTyped(
  before: Typed,
  changes: readonly { rowNo: number; name: string; value: string }[],
): Typed {
  const next: Record<number, Cells> = { ...before }
  for (const { rowNo, name, value } of changes) next[rowNo] = { ...next[rowNo], [name]: value }
  return next
}

/** Removes checked corrections, except those changed since they were sent. */
export function withoutSent(typed: Typed, sent: Typed): Typed {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([row, cells]) => {
      const known = sent[Number(row)]
      const rest = Object.entries(cells).filter(([name, value]) => known?.[name] !== value)
      return rest.length > 0 ? [[row, Object.fromEntries(rest)]] : []
    }),
  )
}

const firstRows = (typed: Typed): Typed => Object.fromEntries(Object.entries(typed).slice(0, MOST_ROWS))
const isEmpty = (typed: Typed) => Object.keys(typed).length === 0

/**
 * Sends corrections at once, one call at a time. Input during a call goes with the next one.
 */
export function useCorrections(batchId: number) {
  const [typed, setTyped] = useState<Typed>({})
  const latest = useRef<Typed>(typed)
  const isBusy = useRef(false)
  const put = (next: Typed) => {
    latest.current = next
    setTyped(next)
  }
  const { mutate, error } = useMutation({
    ...importMutations.correct,
    onSuccess: (_rows, { cells }) => put(withoutSent(latest.current, cells)),
    onSettled(_rows, failure) {
      isBusy.current = false
      if (!failure) send()
    },
  })
  const send = () => {
    if (isBusy.current || isEmpty(latest.current)) return
    isBusy.current = true
    mutate({ id: batchId, cells: firstRows(latest.current) })
  }
  usePorts().useUnsaved(useCallback(() => !isEmpty(latest.current), []))
  return {
    typed,
    /** The last correction could not be saved. */
    hasFailed: error !== null && !isEmpty(typed),
    retry: send,
    type(changes: Parameters<typeof withTyped>[1]) {
      put(withTyped(latest.current, changes))
      send()
    },
  }
}
