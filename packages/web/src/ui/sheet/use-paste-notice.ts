import { useEffect, useRef } from 'react'
import { notify, notifyUndoable } from '../notice.tsx'

/** How long a paste can be undone from its notice, in ms. Afterwards the sheet's own undo remains. */
const UNDO_MS = 10_000

interface PasteNoticeOptions {
  /** The latest step of the sheet that can be undone. */
  latestStep: unknown
  onUndo: (() => void) | undefined
}

/**
 * Tells what a paste has done, with a button that undoes it. The notice closes with the next step, because the button would undo
 * that one, and with the sheet.
 */
export function usePasteNotice({ latestStep, onUndo }: PasteNoticeOptions) {
  const open = useRef<{ close: () => void; isOwnStep: boolean }>(undefined)
  const undo = useRef(onUndo)
  const close = () => {
    open.current?.close()
    open.current = undefined
  }
  useEffect(() => {
    undo.current = onUndo
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each step of the sheet, which it does not read
  useEffect(() => {
    if (open.current && !open.current.isOwnStep) open.current.isOwnStep = true
    else close()
  }, [latestStep])
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the notice only when the sheet is left
  useEffect(() => close, [])
  return (text: string, canUndo: boolean): void => {
    close()
    if (canUndo && undo.current) {
      const action = { label: '撤销', forMs: UNDO_MS, onPress: () => undo.current?.() }
      open.current = { close: notifyUndoable(text, action), isOwnStep: false }
    } else notify(text, 'success')
  }
}
