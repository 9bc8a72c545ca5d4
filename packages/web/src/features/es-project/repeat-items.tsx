import { RepeatFlag } from '@xinchu/contract/codes'
import type { RepeatPair } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { figure } from '../../lib/figures.ts'
import { fullPlace } from '../../lib/place.ts'
import { appealLabels } from '../../records/repeat/appeal-words.ts'
import { RepeatItem } from '../../ui/record/repeat-pair.tsx'

type Row = RepeatPair['b']

const sizeOf = ({ ratedPower, ratedEnergy }: Row) =>
  ratedPower === undefined ? undefined : `${figure(ratedPower)} MW／${figure(ratedEnergy)} MWh`

/** The decision on a pair, or the state of the appeal about it. */
function decisionOf({ decision, opinion, appeal }: RepeatPair): string | undefined {
  if (decision === RepeatFlag.duplicate)
    return appeal && opinion ? `主管部门判定为同一项目：${opinion}` : '已判定为重复'
  return appeal && `判定申请：${appealLabels[appeal.state]}`
}

interface RepeatItemsProps {
  pairs: readonly RepeatPair[]
  /** The compared project, if its pairs are stored and can be opened side by side. */
  ownId?: number
}

function OtherName({ pair: { b, masked }, ownId }: { pair: RepeatPair; ownId: number | undefined }) {
  const look = 'text-brand-ink hover:underline'
  if (ownId !== undefined)
    return (
      <span className="flex flex-wrap items-baseline gap-x-3">
        {masked ? (
          b.projectName
        ) : (
          <GrantedLink to="/esproject/detail/$id" params={{ id: String(b.id) }} className={look}>
            {b.projectName}
          </GrantedLink>
        )}
        <GrantedLink
          to="/esproject/repeat/contrast"
          search={{ a: ownId, b: b.id }}
          className={`${look} text-s`}
        >
          对比<span className="sr-only">“{b.projectName}”</span>
        </GrantedLink>
      </span>
    )
  if (masked) return b.projectName
  // Opens in a new tab, because the input here is not saved.
  return (
    <GrantedLink to="/esproject/detail/$id" params={{ id: String(b.id) }} target="_blank" className={look}>
      {b.projectName}
      <span className="sr-only">（在新窗口打开）</span>
    </GrantedLink>
  )
}

/** Suspected duplicates with their evidence. */
export function RepeatItems({ pairs, ownId }: RepeatItemsProps) {
  return (
    <ul className="divide-y divide-line">
      {pairs.map((pair) => {
        const { b, score, signals, masked, draft } = pair
        const other = ownId !== undefined && pair.a && b.id === ownId ? pair.a : b
        return (
          <RepeatItem
            key={other.id}
            score={score}
            signals={signals}
            name={<OtherName pair={{ ...pair, b: other }} ownId={ownId} />}
            facts={[
              fullPlace(other),
              masked ? '其他单位的项目，内容不公开' : other.companyName,
              sizeOf(other),
              draft ? '本单位草稿' : other.declareStatusLabel,
            ]}
            decision={decisionOf(pair)}
          />
        )
      })}
    </ul>
  )
}
