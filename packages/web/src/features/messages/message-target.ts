import { MessageType } from '@xinchu/contract/codes'
import { useOpenable } from '../../app/use-openable.ts'
import type { Message } from './queries.ts'

const TASKS: Readonly<Record<string, string>> = {
  [MessageType.returned]: '去改正',
  [MessageType.reminder]: '去填报',
  [MessageType.reviewTask]: '去办理',
}

/** Returns the link of a message and its label. Undefined if it has no page that the user may open. */
export function useMessageTarget(): (message: Message) => { href: string; label: string } | undefined {
  const isOpenable = useOpenable()
  return ({ link, done, messageType }) => {
    if (!isOpenable(link)) return undefined
    return { href: link, label: done === false ? (TASKS[messageType] ?? '去办理') : '查看' }
  }
}
