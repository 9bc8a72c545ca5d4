import { useMutation, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ViewContext } from '../../../app/views/view-context.ts'
import { notify } from '../../../ui/notice.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { type CardName, cardAt } from './cards.ts'
import { isSameCard, MOST_PINNED, pinnedCards, savePinnedCards } from './pinned-cards.ts'

/** Pins a card with the conditions of the page, or unpins it. Undefined where it cannot be pinned. */
export function usePin(name: CardName | undefined) {
  const view = use(ViewContext)
  const [search] = usePorts().useSearch()
  const pin = name && view && cardAt(name, view.screen, search)
  const { data } = useQuery({ ...pinnedCards, enabled: pin !== undefined })
  const save = useMutation(savePinnedCards)
  if (!pin || !data) return undefined
  const others = data.cards.filter((each) => !isSameCard(each, pin))
  const isPinned = others.length < data.cards.length
  return {
    isPinned,
    toggle() {
      if (!isPinned && others.length >= MOST_PINNED)
        return notify(`首页至多固定 ${MOST_PINNED} 张卡片，请先取消不用的`, 'error')
      save.mutate(
        { version: data.version, cards: isPinned ? others : [...others, pin] },
        { onSuccess: () => notify(isPinned ? '已从首页取消固定' : '已固定到首页', 'success') },
      )
    },
  }
}
