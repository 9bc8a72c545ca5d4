import type { QueryClient } from '@tanstack/react-query'
import type { BatchResult } from '@xinchu/sdk'
import { perform, tellIn } from '../app/query-client.ts'
import type { BatchOutcome } from '../ui/batch-result.tsx'
import { notify } from '../ui/notice.tsx'
import { reviewMutations } from './review.ts'

type UndoOffer = NonNullable<BatchResult['undo']>

interface BatchWords {
  /** What was done, such as 已确认. */
  done: string
  /** Measure word of the records. */
  unit: string
  /** Why some of them cannot be undone, such as 含里程碑. */
  lasting?: string
}

/** What is said of a finished batch, and of undoing it: the records that stay are counted in both. */
export function wordsOfBatch(
  { succeeded, undo }: Pick<BatchOutcome, 'succeeded' | 'undo'>,
  { done, unit, lasting = '' }: BatchWords,
): { text: string; undone: string } {
  const text = `${done} ${succeeded.length} ${unit}`
  if (!undo?.ids) return { text, undone: '已撤销' }
  const staying = `${succeeded.length - undo.ids.length} ${unit}${lasting}不能撤销`
  return { text: `${text}，${staying}`, undone: `已撤销 ${undo.ids.length} ${unit}，${staying}` }
}

/**
 * Shows a message about a finished action, and offers to undo it while the server allows it.
 * @param text names what cannot be undone if an offer is of some records only
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
  const which = offers.some(({ ids }) => ids) ? '其余' : ''
  notify(`${text}，${which}可撤销 ${seconds} 秒`, 'success', {
    action: { label: '撤销', forMs: seconds * 1_000, onPress: () => void undo() },
  })
}
