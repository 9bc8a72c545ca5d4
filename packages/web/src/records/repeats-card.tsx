import { useQuery } from '@tanstack/react-query'
import { RepeatFlag } from '@xinchu/contract/codes'
import type { ProjectRow, RepeatPair } from '@xinchu/sdk'
import { repeatScores } from '@xinchu/validators'
import { Fragment, useState } from 'react'
import { GrantedAction } from '../app/granted-action.tsx'
import { GrantedLink } from '../app/granted-link.tsx'
import { figure } from '../lib/figures.ts'
import { fullPlace } from '../lib/place.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { SMALL } from '../ui/review/small.ts'
import type { RepeatsProps } from './portal-kind.ts'
import { useOrigin } from './project-name.tsx'
import { DecisionDialog, type Verdict } from './repeat/decision-dialog.tsx'
import { pairQueries } from './repeat/queries.ts'

const MOST = 20

const sizeOf = ({ ratedPower, ratedEnergy }: ProjectRow) =>
  `${figure(ratedPower)} MW / ${figure(ratedEnergy)} MWh`

/** Parts of a text that another text lacks at the same place: common head and tail are left plain. */
function differingPart(text: string, other: string): [head: string, differing: string, tail: string] {
  let head = 0
  while (head < text.length && head < other.length && text[head] === other[head]) head += 1
  let tail = 0
  while (
    tail < text.length - head &&
    tail < other.length - head &&
    text.at(-1 - tail) === other.at(-1 - tail)
  )
    tail += 1
  return [text.slice(0, head), text.slice(head, text.length - tail), text.slice(text.length - tail)]
}

function Compared({ text, other }: { text: string; other: string }) {
  const [head, differing, tail] = differingPart(text, other)
  return (
    <>
      {head}
      {differing && <mark className="bg-transparent text-warning underline">{differing}</mark>}
      {tail}
    </>
  )
}

/** Rows of the comparison, each with the rules that give points for it. */
const rowsOf = (a: ProjectRow, b: ProjectRow): readonly (readonly [string, string, string])[] => [
  ['项目名称', a.projectName, b.projectName],
  ['建设地点', fullPlace(a), fullPlace(b)],
  ['功率、能量', sizeOf(a), sizeOf(b)],
  ['项目单位', a.companyName ?? '—', b.companyName ?? '—'],
  ['所处环节', a.declareStatusLabel ?? '—', b.declareStatusLabel ?? '—'],
]

interface PairProps {
  pair: RepeatPair
  ownId: number
  /** Position of the other project in the queue, from 1. */
  place: number | undefined
}

/** One pair, both sides beside each other, with its evidence and the verdicts. */
function Pair({ pair, ownId, place }: PairProps) {
  const origin = useOrigin()
  const [verdict, setVerdict] = useState<Verdict>()
  const isFirst = pair.a?.id === ownId || !pair.a
  const own = isFirst ? (pair.a ?? pair.b) : pair.b
  const other = isFirst ? pair.b : (pair.a ?? pair.b)
  return (
    <div className="text-s">
      <table className="w-full table-fixed border-collapse [&_td]:break-words [&_td]:px-3 [&_td]:py-1.5 [&_td]:align-top [&_th]:px-3 [&_th]:py-1.5 [&_th]:text-left [&_th]:align-top [&_th]:font-normal [&_th]:text-ink-soft [&_tr]:border-line [&_tr]:border-b">
        <caption className="sr-only">与另一件逐项比较</caption>
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="w-[102px] max-sm:w-[76px]">
              <span className="sr-only">项</span>
            </th>
            <th scope="col">本件</th>
            <th scope="col">
              另一件{' '}
              {!pair.masked && (
                <GrantedLink
                  to="/esproject/detail/$id"
                  params={{ id: String(other.id) }}
                  search={origin}
                  className="text-brand-ink underline"
                >
                  打开
                </GrantedLink>
              )}
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(own, other).map(([caption, left, right]) => (
            <tr key={caption}>
              <th scope="row">{caption}</th>
              <td>
                <Compared text={left} other={right} />
              </td>
              <td>
                <Compared text={right} other={left} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="flex flex-wrap gap-x-4 px-3 py-1.5 text-ink-soft text-xs">
        {pair.signals.map(({ rule, label, points, detail }) => (
          <li key={rule}>
            {label}
            {detail && `（${detail}）`} <span className="text-ink">+{points}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2">
        <span className="mr-auto text-ink-soft text-xs">
          {place === undefined ? '判定后两件同时更新。' : `另一件也在您的待办中（第 ${place} 件）。`}
        </span>
        <GrantedAction
          to="/esproject/repeat/contrast"
          search={{ a: ownId, b: other.id } as never} // the search of the contrast's route
          className={`${buttonClass('plain')} ${SMALL}`}
        >
          逐项对比
        </GrantedAction>
        {pair.mayDecide && (
          <>
            <Button look="danger" className={SMALL} onClick={() => setVerdict(RepeatFlag.duplicate)}>
              确认重复…
            </Button>
            <Button className={SMALL} onClick={() => setVerdict(RepeatFlag.distinct)}>
              确认不重复…
            </Button>
          </>
        )}
      </div>
      {verdict && <DecisionDialog pair={pair} verdict={verdict} onClose={() => setVerdict(undefined)} />}
    </div>
  )
}

/** Keeps the room of a pair while it loads. */
const RepeatsRoom = () => <div className="card h-[342px]" role="status" aria-label="正在加载" />

/** Suspected duplicates that wait for a verdict. */
export function RepeatsCard({ id, placeOf: positionOf }: RepeatsProps) {
  const { data, isPending } = useQuery(pairQueries.list({ id, size: MOST }))
  if (isPending) return <RepeatsRoom />
  const pairs = (data?.content ?? []).filter(
    ({ score, decision = RepeatFlag.suspected }) =>
      score >= repeatScores.suspected && decision === RepeatFlag.suspected,
  )
  if (pairs.length === 0) return null
  const placeIn = ({ a, b }: RepeatPair) => positionOf((a && b.id === id ? a : b).id)
  return (
    <section id="desk-repeats" tabIndex={-1} className="card overflow-hidden border-danger-line">
      {pairs.map((pair) => (
        <Fragment key={pair.id ?? pair.b.id}>
          <h3 className="flex items-center gap-2 border-danger-line border-b bg-danger-soft px-3 py-2 font-medium text-body">
            <Icon name="copy" className="text-danger" />
            与另一件疑似重复
            <span className="ml-2 font-normal text-danger text-s">{pair.score} 分</span>
          </h3>
          <Pair pair={pair} ownId={id} place={placeIn(pair)} />
        </Fragment>
      ))}
    </section>
  )
}
