import type { QueryClient } from '@tanstack/react-query'
import type { BatchResult } from '@xinchu/sdk'
import { perform, tellIn } from '../app/query-client.ts'
import { notify } from '../ui/notice.tsx'
import { reviewMutations } from './review.ts'

type UndoOffer = NonNullable<BatchResult['undo']>

/**
 * Shows a message about a finished action, and offers to undo it while the server allows it.
 * @param offers one for each call of the action
 * @param undone message after the undo
 * @param onUndone called after the undo
 */
export function tellDone(
  client: QueryClient,
  text: string,
  offers: readonly UndoOffer[],
  undone: string,
  onUndone?: () => void,
): void {
  const seconds = Math.min(...offers.map((offer) => offer.seconds ?? 0))
  if (offers.length === 0 || seconds <= 0) {
    notify(text, 'success')
    return
  }
  const undo = async () => {
    try {
      for (const { undoId } of offers) await perform(client, reviewMutations.undo, undoId)
      notify(undone, 'success')
      onUndone?.()
    } catch (error) {
      tellIn(client, error)
    }
  }
  notify(`${text}，可撤销 ${seconds} 秒`, 'success', {
    action: { label: '撤销', forMs: seconds * 1_000, onPress: () => void undo() },
  })
}
