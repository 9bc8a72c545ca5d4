import { useQuery } from '@tanstack/react-query'
import type { PinnedCard } from '@xinchu/sdk'
import { useEffect, useMemo, useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { type Ports, PortsProvider, type Search, usePorts } from '../../../ui/ports.ts'
import { Empty, Failed } from '../../../ui/states.tsx'
import { KindWords } from '../filters/kind-words.tsx'
import { Origin } from '../origin.tsx'
import { CardBody } from '../pinned/card-body.tsx'
import { CARD_NAMES, cardAt, isCardName, pageOf } from '../pinned/cards.ts'
import { ShownContext, type ShownPage, useShown } from '../shown.ts'
import { useScale } from '../use-scale.ts'

/** The card with the origin of its figures, and the link to its page. */
function Content({ pin }: { pin: PinnedCard }) {
  const state = useScale(pin.level)
  const { data: platform } = useQuery(sessionQueries.platform)
  const { area, filter, period, periods } = state
  const title = `${area.name}规模布局统计`
  const host = useShown<HTMLElement>({ kind: 'title', title, path: '' })
  useEffect(() => {
    document.title = `${CARD_NAMES[pin.card]} - ${title}`
  }, [pin.card, title])
  return (
    <main className="grid grid-cols-[minmax(0,1fr)] gap-2 p-3">
      <header ref={host} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="font-semibold">{title}</h1>
        <a
          href={pageOf(pin)}
          target="_blank"
          rel="noopener"
          className="ml-auto text-brand-ink text-s hover:underline"
        >
          查看整页
        </a>
        <KindWords filter={filter} className="basis-full" />
      </header>
      {periods.error ? (
        <Failed error={periods.error} onRetry={periods.retry} />
      ) : (
        <CardBody card={pin.card} state={state} />
      )}
      <footer className="text-xs">
        <Origin of="scale" side={filter.source ?? 'work'} period={period} asOf={filter.asOf} />
        <p className="mt-1 text-ink-faint">
          来源：{platform?.title}
          {platform?.demo && '；演示数据，不代表官方统计'}
        </p>
      </footer>
    </main>
  )
}

interface EmbeddedCardProps {
  /** Screen and conditions of the page. */
  screen: string
  search: Search
}

/** One card of a statistics page alone, for a frame in another site. Its figures lead to the page in a window of its own. */
export function EmbeddedCard({ screen, search }: EmbeddedCardProps) {
  const ports = usePorts()
  const name = String(search['embed'] ?? '')
  const pin = useMemo(
    () => (isCardName(name) ? cardAt(name, screen, search) : undefined),
    [name, screen, search],
  )
  const [page] = useState<ShownPage>(() => new Map())
  const own = useMemo((): Ports => {
    const open = (next: Search) => {
      if (pin) window.open(pageOf(pin, next), '_blank', 'noopener')
    }
    return { ...ports, useSearch: () => [pin?.conditions ?? {}, open] }
  }, [ports, pin])
  if (!pin)
    return (
      <main className="p-3">
        <Empty>没有名为“{name}”的卡片，请从统计页面的卡片菜单复制嵌入地址</Empty>
      </main>
    )
  return (
    <PortsProvider value={own}>
      <ShownContext value={page}>
        <Content pin={pin} />
      </ShownContext>
    </PortsProvider>
  )
}
