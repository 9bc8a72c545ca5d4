import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SECRECY } from '../../../app/public-pages.ts'
import { sessionQueries } from '../../../app/session-queries.ts'
import { contextOf } from '../files/context.ts'
import { findingOf } from '../files/finding.ts'
import type { ShownPart, ShownRanking } from '../shown.ts'
import { Drawing } from './drawing.tsx'
import {
  BODY_WIDTH,
  chunked,
  FIRST_ROWS,
  headHeight,
  layoutOf,
  notesOf,
  ofKind,
  PAGE_ROWS,
  type Placed,
  roomBelow,
  type TablePart,
  tablesOver,
} from './layout.ts'
import { FiguresTable, FullTable, RankingTable } from './tables.tsx'

/** Widths on paper, px: of all, beside the ranking, and of one of a pair. */
const LEFT = 372
const HALF = 340

function Chart({ card, height, width, hasTable, isWide }: Placed & { width: number }) {
  return (
    <section className={`break-inside-avoid ${isWide ? 'col-span-2' : ''}`}>
      <h2 className="font-semibold text-[12px] leading-5">{card.title}</h2>
      <p className="line-clamp-2 min-h-5 text-[#4a5663] text-[10px] leading-4">{findingOf(card)}</p>
      <Drawing card={card} width={width} height={height} />
      {hasTable && <FullTable table={card} from={0} until={card.rows.length} />}
    </section>
  )
}

const Pairs = ({ cards }: { cards: readonly Placed[] }) => (
  <div className="grid grid-cols-2 gap-x-3.5 gap-y-4">
    {cards.map((each) => (
      <Chart key={each.card.title} {...each} width={each.isWide ? BODY_WIDTH : HALF} />
    ))}
  </div>
)

/** The ranking's rows beyond the first page, a page each. */
const furtherRows = (ranking: ShownRanking | undefined): ReactNode[] =>
  ranking && ranking.rows.length > FIRST_ROWS
    ? chunked(ranking.rows.slice(FIRST_ROWS), PAGE_ROWS).map((rows, at) => {
        const from = FIRST_ROWS + at * PAGE_ROWS
        return (
          <section key={from}>
            <h2 className="font-semibold text-[12px]">地区排名（续）</h2>
            <RankingTable ranking={ranking} from={from} until={from + rows.length} />
          </section>
        )
      })
    : []

/** Tables of a page below each other. */
const Tables = ({ tables }: { tables: readonly TablePart[] }) =>
  tables.map(({ table, from, until }) => (
    <section key={table.title} className="mb-4">
      <h2 className="mb-1 font-semibold text-[12px]">
        {table.title}
        {from > 0 && '（续）'}
      </h2>
      <FullTable table={table} from={from} until={until} />
    </section>
  ))

interface FirstProps {
  parts: readonly ShownPart[]
  cards: readonly Placed[]
  tables: readonly TablePart[]
}

function First({ parts, cards, tables }: FirstProps) {
  const client = useQueryClient()
  const { title, path, origin, conditions } = contextOf(client, parts)
  const [ranked] = ofKind(parts, 'ranking')
  return (
    <>
      <h1 className="mt-2 font-bold text-[19px] leading-8">{title}</h1>
      {path && <p className="text-[10px]">{path}</p>}
      {origin && <p className="text-[#4a5663] text-[10.5px] leading-4">{origin}</p>}
      <p className="mb-2 text-[#4a5663] text-[10.5px] leading-4">条件：{conditions}</p>
      {ofKind(parts, 'finding').map(({ text, support }) => (
        <div key={text} className="mb-2">
          <p className="font-semibold text-[12px] leading-5">{text}</p>
          <p className="text-[#4a5663] text-[10px] leading-4">{support}</p>
        </div>
      ))}
      {ofKind(parts, 'figures').map(({ figures }) => (
        <FiguresTable key={figures[0]?.caption} figures={figures} />
      ))}
      {ranked ? (
        <div className="mt-3 flex gap-4">
          <div className="shrink-0" style={{ width: LEFT }}>
            {cards.map((each) => (
              <Chart key={each.card.title} {...each} width={LEFT} />
            ))}
          </div>
          <section className="min-w-0 flex-1">
            <h2 className="font-semibold text-[12px] leading-5">
              地区排名（全部 {ranked.ranking.rows.length} 个地区）
            </h2>
            <RankingTable ranking={ranked.ranking} from={0} until={FIRST_ROWS} />
          </section>
        </div>
      ) : (
        <div className="mt-3">
          <Pairs cards={cards} />
          <Tables tables={tables} />
        </div>
      )}
    </>
  )
}

const Notes = ({ parts }: { parts: readonly ShownPart[] }) => (
  <p className="mt-3 text-[#4a5663] text-[9.5px] leading-4">
    <b className="text-black">说明　</b>
    {notesOf(parts).join(' ')}
  </p>
)

interface PageProps {
  parts: readonly ShownPart[]
  at: number
  count: number
  printed: string
  children: ReactNode
}

/** A page of paper with its head and foot. */
function Page({ parts, at, count, printed, children }: PageProps) {
  const client = useQueryClient()
  const { platform, isSample, title, origin, conditions } = contextOf(client, parts)
  const user = client.getQueryData(sessionQueries.info.queryKey)?.user
  return (
    <div className="print-page">
      <header className="flex justify-between border-black border-b pb-1 text-[10.5px]">
        <b>{platform}</b>
        <span>
          {isSample && '演示数据，不代表官方统计　·　'}
          {title}
        </span>
      </header>
      <main className="min-h-0 flex-1 pt-3">{children}</main>
      <footer className="border-[#888] border-t pt-1 text-[#4a5663] text-[9px] leading-[14px]">
        <p className="flex justify-between gap-4">
          <span>
            条件：{conditions}。{origin}
          </span>
          <span className="shrink-0 text-black">
            第 {at + 1} 页 / 共 {count} 页
          </span>
        </p>
        <p className="break-all">
          引用地址：{location.pathname}
          {location.search}　打印 {printed}　{user?.orgName ?? user?.nickName}　{SECRECY}
        </p>
      </footer>
    </div>
  )
}

/** Printed form of a statistics page: all that it shows, on A4 pages of a fixed layout. */
export function Sheet({ parts }: { parts: readonly ShownPart[] }) {
  const client = useQueryClient()
  const [printed] = useState(() =>
    new Date().toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false }),
  )
  const cards = ofKind(parts, 'card').map(({ card }) => card)
  const [ranked] = ofKind(parts, 'ranking')
  const { path, origin, conditions } = contextOf(client, parts)
  const head = headHeight(parts, [path, origin, `条件：${conditions}`])
  const { first, further } = layoutOf(cards, head, ranked !== undefined)
  const hasTablesAlone = cards.length === 0 && !ranked
  const pages = tablesOver(
    ofKind(parts, 'table').map(({ table }) => table),
    hasTablesAlone ? roomBelow(head) : undefined,
  )
  const [beside = [], ...apart] = hasTablesAlone ? pages : [[], ...pages]
  const bodies = [
    <First key="first" parts={parts} cards={first} tables={beside} />,
    ...furtherRows(ranked?.ranking),
    ...further.map((each) => <Pairs key={each[0]?.card.title} cards={each} />),
    ...apart.map((tables) => <Tables key={tables[0]?.table.title} tables={tables} />),
  ]
  return (
    <div className="print-sheet">
      {bodies.map((body, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are numbered
        <Page key={at} parts={parts} at={at} count={bodies.length} printed={printed}>
          {body}
          {at === bodies.length - 1 && <Notes parts={parts} />}
        </Page>
      ))}
    </div>
  )
}
