import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { perform, tellIn } from '../app/query-client.ts'
import { notify, notifyUndoable } from '../ui/notice.tsx'

/** How long the portal offers to restore what was deleted, in ms. */
const UNDO_MS = 10_000

/** What a question before a deletion says of it. */
export const DELETED_NOTE = `删除后 ${UNDO_MS / 1_000} 秒内可以撤销。`

/**
 * Says that records were deleted, and offers to restore them.
 * @param what number and measure word, such as 2 个项目
 */
export function tellDeleted(
  client: QueryClient,
  what: string,
  restore: MutationOptions<void, Error, number[]>,
  ids: readonly number[],
): void {
  const undo = async () => {
    try {
      await perform(client, restore, [...ids])
      notify(`已恢复 ${what}`, 'success')
    } catch (error) {
      tellIn(client, error)
    }
  }
  notifyUndoable(`已删除 ${what}，可撤销 ${UNDO_MS / 1_000} 秒`, {
    ...{ label: '撤销', forMs: UNDO_MS },
    onPress: () => void undo(),
  })
}
