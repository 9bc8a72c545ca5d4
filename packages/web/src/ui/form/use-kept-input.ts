import { useEffect, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { notify } from '../notice.tsx'
import { usePorts } from '../ports.ts'
import type { Kept, Offer } from './context.ts'
import { Keeper, type Left } from './keeper.ts'
import { valuesWith } from './kept-values.ts'
import { oldDrafts } from './old-drafts.ts'
import { placesOf } from './places.ts'
import type { FormStore } from './store.ts'

export interface KeptOptions {
  /** Key of the form's kept input, which begins with its kind. */
  id: string
  /** The record to edit; a new one if absent. */
  recordId?: number | string | undefined
  /** The edited version. */
  version?: number | undefined
  /** Target of the input that the address asks for. */
  slot?: string | undefined
}

function useKeeper(store: FormStore, { id, recordId, version, slot }: KeptOptions): Keeper {
  const { unsaved, userKey } = usePorts()
  const [keeper] = useState(
    () =>
      new Keeper({
        store,
        places: placesOf(id, recordId),
        version,
        engine: unsaved,
        asked: slot,
        old: () => oldDrafts(userKey(), id, recordId),
      }),
  )
  useEffect(() => keeper.follow(), [keeper])
  return keeper
}

/**
 * Keeps a form's unsaved input for its author: in this browser at once, on the platform after a rest. Input of earlier
 * visits stays until it is restored or discarded, whatever is typed in between.
 */
export function useKeptInput(store: FormStore, options: KeptOptions): { kept: Kept; keeper: Keeper } {
  const keeper = useKeeper(store, options)
  const { slot, left, restored, made } = useStore(keeper.state)
  const isNew = options.recordId === undefined
  const offerOf = (each: Left): Offer => ({
    key: each.entry.place.target,
    at: each.entry.at,
    isStale: !isNew && each.entry.version !== options.version,
    values: valuesWith(store, each.entry.values),
    take: () => void keeper.take(each),
    drop: () => void keeper.discard(each).catch((error) => notify(error.message)),
  })
  const names = [...slot.theirs.keys()]
  return {
    keeper,
    kept: {
      offers: left.map(offerOf),
      restored: restored && { at: restored.at, names: [...restored.values.keys()], undo: keeper.undo },
      clash: names.length > 0 ? { names, choose: keeper.choose } : undefined,
      made,
      keptIn: slot.keptIn,
      keptAt: slot.at,
      failure: slot.failure,
    },
  }
}
