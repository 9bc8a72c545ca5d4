import type { ReviewStage } from '@xinchu/sdk'
import { DictText } from '../../../ui/dict-text.tsx'
import { Meter } from '../meter.tsx'
import { furthestOf, type Group, signedText } from './result-model.ts'

interface GroupsProps {
  groups: readonly Group[]
  stage: ReviewStage
  current: Group
  onOpen: (groupId: number) => void
}

/** Beside each other above the table; below each other beside it, where there is room for both. */
const BESIDE = 'sm:max-2xl:grid sm:max-2xl:grid-cols-[repeat(auto-fill,minmax(200px,1fr))]'

/** Bias of each expert against the others of the group. A hint: it changes no score. */
function Bias({ group }: { group: Group }) {
  const biases = group.experts.flatMap(({ expertNo, bias }) =>
    bias === undefined ? [] : [{ expertNo, bias }],
  )
  const most = Math.max(1, ...biases.map(({ bias }) => Math.abs(bias)))
  const furthest = furthestOf(group.rows)
  if (biases.length === 0) return null
  return (
    <section aria-label="专家偏差" className="border-line border-t px-3.5 py-3 text-s">
      <h3 className="mb-1.5">
        <span className="font-medium">专家偏差</span>{' '}
        <span className="text-ink-soft text-xs">与其余专家均分之差</span>
      </h3>
      <ul className={`grid gap-x-6 gap-y-1 ${BESIDE}`}>
        {biases.map(({ expertNo, bias }) => (
          <li key={expertNo} className="flex items-center gap-2">
            <span className="w-11">专家{expertNo}</span>
            <span aria-hidden="true" className="relative h-2 flex-1">
              <span className="absolute inset-y-[-3px] left-1/2 border-line-strong border-l" />
              <span
                className="absolute inset-y-0 rounded-sm bg-brand"
                style={{
                  width: `${(Math.abs(bias) / most) * 50}%`,
                  ...(bias < 0 ? { right: '50%' } : { left: '50%' }),
                }}
              />
            </span>
            <span className="w-16 text-right">{signedText(bias)}</span>
          </li>
        ))}
      </ul>
      {furthest && (
        <p className="mt-2 text-ink-soft text-xs">
          最大离群 {Math.abs(furthest.difference).toFixed(4)} 分：专家{furthest.expertNo} 对{' '}
          {furthest.row.demoCode.slice(-3)}，仅作提示
        </p>
      )}
    </section>
  )
}

/** The groups of the stage; those of the excellence review with their quotas. */
export function ResultGroups({ groups, stage, current, onOpen }: GroupsProps) {
  const isRanked = stage === 'EXCELLENT'
  const projects = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <nav aria-label="专家组" className="card self-start">
      <h2 className="flex h-11 items-center justify-between border-line border-b px-3.5">
        <span className="font-medium">专家组</span>
        <span className="text-ink-soft text-s">
          {isRanked && `名额 ${groups.reduce((sum, { quota = 0 }) => sum + quota, 0)} / `}
          {projects} 项
        </span>
      </h2>
      <ul className={BESIDE}>
        {groups.map((group) => (
          <li
            key={group.groupId}
            className="border-line max-sm:border-b max-sm:last:border-b-0 sm:max-2xl:border-r 2xl:border-b 2xl:last:border-b-0"
          >
            <button
              type="button"
              aria-current={group === current || undefined}
              onClick={() => onOpen(group.groupId)}
              className={`grid h-full w-full content-start gap-1 border-l-[3px] px-3 py-2.5 text-left text-s ${group === current ? 'border-l-brand bg-brand-soft' : 'border-l-transparent hover:bg-hover'}`}
            >
              <span className="text-body">{group.groupName}</span>
              {isRanked ? (
                <>
                  <span className="text-ink-soft">
                    <DictText dict="excellent_type" value={group.excellentType} />
                  </span>
                  <span className="flex items-center gap-2">
                    <Meter
                      label={`${group.groupName}名额`}
                      value={group.quota ?? 0}
                      max={group.rows.length}
                    />
                    名额 {group.quota ?? '—'} / {group.rows.length} 项
                  </span>
                </>
              ) : (
                <span>{group.rows.length} 项</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <Bias group={current} />
    </nav>
  )
}
