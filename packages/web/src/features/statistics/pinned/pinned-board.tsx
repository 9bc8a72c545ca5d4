import { useMutation, useQuery } from '@tanstack/react-query'
import type { PinnedCard as Pinned, PinnedCards } from '@xinchu/sdk'
import { useRef, useState } from 'react'
import { useOpenable } from '../../../app/use-openable.ts'
import { Button } from '../../../ui/button.tsx'
import { MoveButtons, useMoveFocus } from '../../../ui/moving.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { CARD_NAMES, PAGES } from './cards.ts'
import { PinnedChart } from './pinned-card.tsx'
import { isSameCard, MOST_PINNED, pinnedCards, savePinnedCards } from './pinned-cards.ts'

const keyOf = ({ card, level, conditions }: Pinned) => JSON.stringify([card, level, conditions])

/** The cards in the order shown, ahead of the server while a change is being saved. */
function useCards(stored: PinnedCards) {
  const [shown, setShown] = useState(stored)
  const save = useMutation({
    ...savePinnedCards,
    onSuccess: setShown,
    // Another device has changed the cards. The board shows the stored state.
    onError: () => setShown(stored),
  })
  const [seen, setSeen] = useState(stored)
  if (seen !== stored && !save.isPending) {
    setSeen(stored)
    setShown(stored)
  }
  const change = (cards: Pinned[]) => {
    if (save.isPending) return false
    const next = { version: shown.version, cards }
    setShown(next)
    save.mutate(next)
    return true
  }
  return { cards: shown.cards, change }
}

interface ItemProps {
  pin: Pinned
  index: number
  last: number
  isOver: boolean
  onMove: (to: number) => void
  onRemove: () => void
  onDrag: () => void
  onOver: () => void
  onDrop: () => void
}

function Item({ pin, index, last, isOver, onMove, onRemove, onDrag, onOver, onDrop }: ItemProps) {
  const isAllowed = useOpenable()(PAGES[pin.level])
  const name = CARD_NAMES[pin.card]
  const key = keyOf(pin)
  const controls = (
    <>
      <MoveButtons
        id={key}
        index={index}
        last={last}
        labels={[`前移 ${name}`, `后移 ${name}`]}
        onMove={onMove}
      />
      <Button look="quiet" aria-label={`取消固定 ${name}`} onClick={onRemove}>
        取消固定
      </Button>
    </>
  )
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        onOver()
      }}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
      className={`grid min-w-0 cursor-grab grid-cols-[minmax(0,1fr)] content-start gap-1 rounded-lg ${isOver ? 'bg-brand-soft' : ''}`}
    >
      {isAllowed ? (
        <PinnedChart pin={pin} controls={controls} />
      ) : (
        <>
          <div className="flex items-center justify-end gap-1">{controls}</div>
          <p role="alert" className="card px-4 py-10 text-center text-ink-soft text-s">
            您已没有查看“{name}”所在页面的权限，可取消固定
          </p>
        </>
      )}
    </li>
  )
}

function Cards({ stored }: { stored: PinnedCards }) {
  const { cards, change } = useCards(stored)
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useMoveFocus(list)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    const pin = cards[from]
    if (!pin || to === from || to < 0 || to >= cards.length) return
    keepFocus()
    if (change(cards.toSpliced(from, 1).toSpliced(to, 0, pin)))
      setSaid(`${CARD_NAMES[pin.card]}已移到第 ${to + 1} 位`)
  }
  const drop = (to: number) => {
    if (dragged !== undefined) move(dragged, to)
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <>
      {cards.length === 0 && (
        <p className="text-ink-faint text-s">
          尚未固定卡片。在规模布局统计页面的卡片右上角打开下载菜单，选择“固定到首页”，即连同当时的筛选条件显示在这里。
        </p>
      )}
      <ul
        ref={list}
        aria-label="固定的统计卡片"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2"
      >
        {cards.map((pin, index) => (
          <Item
            key={keyOf(pin)}
            pin={pin}
            index={index}
            last={cards.length - 1}
            isOver={dragged !== undefined && dragged !== index && over === index}
            onMove={(to) => move(index, to)}
            onRemove={() => change(cards.filter((each) => !isSameCard(each, pin)))}
            onDrag={() => setDragged(index)}
            onOver={() => dragged !== undefined && setOver(index)}
            onDrop={() => drop(index)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

// Pages that show the board themselves.
const HOMES = [
  ...['/dashboard/index', '/provicetaskment/index', '/citytaskment/index', '/countytaskment/index'],
  '/centralEnterprisestaskment/index',
]

function Board() {
  const { data, error, refetch } = useQuery(pinnedCards)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex items-baseline gap-2">
        <h2 className="font-medium">固定的统计卡片</h2>
        {data && data.cards.length > 0 && (
          <span className="text-ink-faint text-xs">
            {data.cards.length} / {MOST_PINNED}
          </span>
        )}
      </header>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={3} />}
      {data && <Cards stored={data} />}
    </section>
  )
}

/** The statistics cards that the user pinned, in his order. Nothing for users without statistics. */
export function PinnedBoard() {
  const isOpenable = useOpenable()
  return Object.values(PAGES).some(isOpenable) ? <Board /> : null
}

/** The same below the figures, for users whose landing page is the only home page. */
export function LandingBoard() {
  const isOpenable = useOpenable()
  const { data } = useQuery(pinnedCards)
  return HOMES.some(isOpenable) || !data?.cards.length ? null : <Board />
}
