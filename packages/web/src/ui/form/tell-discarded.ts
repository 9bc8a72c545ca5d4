import type { Discarded } from '../../lib/edits/engine.ts'
import { notify, notifyUndoable } from '../notice.tsx'

/** How long discarded input can be had back, in ms. */
const UNDO_MS = 10_000

/** Says that input was discarded, and offers to put it back. */
export function tellDiscarded(
  { title, values }: Pick<Discarded, 'title' | 'values'>,
  onUndo: () => Promise<void>,
): void {
  const which = title ? `“${title}”的` : '填写的'
  notifyUndoable(`已丢弃${which} ${values.size} 项，可撤销 ${UNDO_MS / 1_000} 秒`, {
    label: '撤销',
    forMs: UNDO_MS,
    onPress: () => void onUndo().catch((error: Error) => notify(error.message)),
  })
}
