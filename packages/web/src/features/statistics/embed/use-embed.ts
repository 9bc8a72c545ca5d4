import { use } from 'react'
import { ViewContext } from '../../../app/views/view-context.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { notify } from '../../../ui/notice.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { type CardName, cardAt, pageOf } from '../pinned/cards.ts'

/** Copies the address of a card alone with the page's conditions; undefined where it cannot be embedded. */
export function useEmbed(name: CardName | undefined): (() => Promise<void>) | undefined {
  const view = use(ViewContext)
  const [search] = usePorts().useSearch()
  const card = name && view && cardAt(name, view.screen, search)
  if (!card) return undefined
  return async () => {
    const isCopied = await copyText(pageOf(card, { embed: card.card }))
    if (isCopied) notify('已复制嵌入地址，可用于平台许可的网站，读者须登录', 'success')
    else notify('浏览器不允许复制')
  }
}
