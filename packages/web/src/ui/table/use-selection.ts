import { useState } from 'react'

export interface Selection<Row> {
  /** Selected rows by id, as they were when selected. */
  rows: ReadonlyMap<string, Row>
  /** Whether some were selected under other conditions than the current ones. */
  isMixed: boolean
  change: (rows: ReadonlyMap<string, Row>) => void
}

interface State<Row> {
  rows: ReadonlyMap<string, Row>
  /** The conditions under which rows were selected. */
  conditions: readonly string[]
}

const NOTHING = { rows: new Map<string, never>(), conditions: [] }

/**
 * Selected rows of a table. They stay while pages are turned and rows are sorted.
 * @param conditions the list's filters
 * @param isKept whether rows stay selected when the filters change; otherwise they are cleared
 */
export function useSelection<Row>(conditions: string, isKept: boolean): Selection<Row> {
  const [state, setState] = useState<State<Row>>(NOTHING)
  const isForeign = state.conditions.some((each) => each !== conditions)
  const isCleared = isForeign && !isKept
  if (isCleared) setState(NOTHING)
  const { rows, conditions: known } = isCleared ? NOTHING : state
  return {
    rows,
    isMixed: isForeign && !isCleared,
    change: (next) =>
      setState(next.size === 0 ? NOTHING : { rows: next, conditions: [...new Set([...known, conditions])] }),
  }
}
