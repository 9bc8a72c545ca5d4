import { useCallback, useEffect, useRef } from 'react'
import { usePorts } from '../../ui/ports.ts'
import type { SaveState } from '../../ui/save-state.tsx'

const UNSAVED: SaveState = { kind: 'held', words: '未保存，请核对后修改或提交' }

/**
 * Asks before the page is left while input is stored nowhere.
 * @returns the save state to show: that of an earlier save does not hold for this input
 */
export function useHeldInput(isHeld: boolean, state: SaveState): SaveState {
  const latest = useRef(isHeld)
  useEffect(() => {
    latest.current = isHeld
  })
  usePorts().useUnsaved(useCallback(() => latest.current, []))
  return isHeld && state.kind !== 'saving' ? UNSAVED : state
}
