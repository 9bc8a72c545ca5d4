import { useQueryClient } from '@tanstack/react-query'
import { PERIOD_STATUS } from '@xinchu/validators'
import { today } from '../../../lib/beijing.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { AsOfBand } from '../../../records/as-of-band.tsx'
import { RevisedStatus } from '../../../records/revised-status.tsx'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { useShown } from '../shown.ts'
import { printPage } from '../shown-page.tsx'
import { jointOrigin, jointState, type Side } from './sides.ts'
import type { CompareState } from './use-compare.ts'

const GOOD = 'border-transparent bg-success-soft text-success'
const OPEN = 'border-warning bg-surface text-warning'

/** Parts of the origin that a phone leaves out. */
const LONG: ReadonlySet<string> = new Set(['basis', 'storedAt'])

/** Origin of the figures of both sides, each with the word of its status. */
function JointOrigin({ sides: [base, current] }: { sides: readonly [base: Side, current: Side] }) {
  const { parts, statuses } = jointOrigin(base, current, today())
  const isOnePeriod =
    base.filter.year === current.filter.year && base.filter.quarter === current.filter.quarter
  const own = { word: statuses[1] ?? '', side: current }
  const words = isOnePeriod
    ? [own]
    : [
        { word: `${base.name.replace(/（.*$/, '')} ${statuses[0]}`, side: base },
        { ...own, word: `${current.name.replace(/（.*$/, '')} ${statuses[1]}` },
      ]
  const text = [
    ...parts.map((part) => `${part.caption} ${part.text}`),
    `状态 ${words.map(({ word }) => word).join('、')}`,
  ].join('；')
  const host = useShown<HTMLDListElement>({ kind: 'origin', text, state: jointState(base, current) })
  return (
    <dl ref={host} className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-[12.5px]">
      {parts.map(({ name, caption, text: own }) => (
        <div key={name} className={`flex gap-1.5 ${LONG.has(name) ? 'max-sm:hidden' : ''}`}>
          <dt className="shrink-0 text-ink-faint">{caption}</dt>
          <dd className="text-ink-soft">{own}</dd>
        </div>
      ))}
      <div className="flex flex-wrap gap-1.5">
        <dt className="text-ink-faint">状态</dt>
        {words.map(({ word, side: { period, filter } }) => (
          <dd key={word}>
            {/* The list of revisions has later ones, too. */}
            {!filter.asOf && period?.status === 'REVISED' && word.endsWith(PERIOD_STATUS.REVISED) ? (
              <RevisedStatus period={period} text={word} />
            ) : (
              <span
                className={`inline-block rounded border px-1.5 leading-5 ${word.endsWith(PERIOD_STATUS.OFFICIAL) ? GOOD : OPEN}`}
              >
                {word}
              </span>
            )}
          </dd>
        ))}
      </div>
    </dl>
  )
}

/** Search parameters of a comparison besides the page's own conditions. */
const OWN = ['compare', 'base', 'place', 'basePlace', 'part', 'growth', 'axis', 'rows'] as const

/** Title of the comparison, its origin and actions. */
export function CompareHead({ state }: { state: CompareState }) {
  const { area, sides } = state
  const client = useQueryClient()
  const [search, change] = usePorts().useSearch()
  const path = area.path.length > 1 ? area.path.map(({ label }) => label).join(' / ') : ''
  const host = useShown<HTMLDivElement>({ kind: 'title', title: `${area.name}规模布局统计 · 比较`, path })
  const copy = async () => {
    if (await copyText(location.href)) notify('已复制链接', 'success')
  }
  const leave = () =>
    change({ ...search, ...Object.fromEntries(OWN.map((name) => [name, undefined] as const)) })
  return (
    <>
      <div ref={host} className="flex flex-wrap items-center gap-2">
        <h1 className="font-semibold text-lg">{area.name}规模布局统计 · 比较</h1>
        <p className="mr-auto text-ink-faint text-s">{path}</p>
        <Button icon="close" onClick={leave}>
          退出比较
        </Button>
        <Button icon="file" onClick={() => void copy()}>
          复制链接
        </Button>
        <Button icon="print" onClick={() => void printPage(client)}>
          打印
        </Button>
      </div>
      {state.filter.asOf && <AsOfBand asOf={state.filter.asOf} />}
      {sides ? <JointOrigin sides={sides} /> : <div className="h-6" />}
    </>
  )
}
