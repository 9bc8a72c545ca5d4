import type { ReviewStage } from '@xinchu/sdk'
import { Fragment } from 'react'
import { figure } from '../../../lib/figures.ts'
import { Wide } from '../../../ui/wide.tsx'
import { averageText, type Group, isGood, lineAfter, type Row } from './result-model.ts'

interface TableProps {
  group: Group
  stage: ReviewStage
  current: number | undefined
  names: ReadonlyMap<number, string>
  onOpen: (projectId: number) => void
}

const DROPPED = {
  HIGHEST: ['bg-warning-soft', '最高，不计'],
  LOWEST: ['bg-brand-soft', '最低，不计'],
} as const

const num = 'whitespace-nowrap px-2 py-2 text-right'

function Score({ row, expertNo }: { row: Row; expertNo: number }) {
  const score = row.scores.find((each) => each.expertNo === expertNo)
  if (!score) return <span className="text-ink-faint">—</span>
  const { dropped, total, outlier } = score
  const mark = outlier && (
    <span title="与其余专家均分相差较大，仅作提示" className="ml-0.5 text-warning">
      !<span className="sr-only">偏离</span>
    </span>
  )
  if (!dropped)
    return (
      <>
        {total}
        {mark}
      </>
    )
  const [tint, words] = DROPPED[dropped]
  return (
    <>
      <s className={`rounded px-1.5 py-0.5 text-ink-soft ${tint}`} title={words}>
        {total}
      </s>
      <span className="sr-only">（{words}）</span>
      {mark}
    </>
  )
}

function Outcome({ row }: { row: Row }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <span
        className={`min-w-18 whitespace-nowrap rounded border px-1.5 text-center text-xs leading-5 ${isGood(row) ? 'border-transparent bg-success-soft text-success' : 'border-line bg-sunken text-ink-soft'}`}
      >
        {row.outcomeLabel ?? '—'}
      </span>
      {row.adjusted !== undefined && (
        <span className="text-warning text-xs" title={row.adjustedReason}>
          调整：{row.adjustedReason}
        </span>
      )}
    </span>
  )
}

function RankMark({ row }: { row: Row }) {
  if (row.rank === undefined) return <span className="text-ink-faint">—</span>
  return (
    <span
      className={`inline-grid size-6 place-items-center rounded-full border text-xs ${row.withinQuota ? 'border-brand bg-brand font-semibold text-on-brand' : 'border-line-strong'}`}
    >
      {row.rank}
    </span>
  )
}

/** Columns that not every reader has. */
interface Optional {
  conclusion: boolean
  outcome: boolean
}

const optionalOf = (rows: readonly Row[]): Optional => ({
  conclusion: rows.some(({ conclusionText }) => conclusionText !== undefined),
  outcome: rows.some(({ outcome }) => outcome !== undefined),
})

type RowProps = Omit<TableProps, 'names'> & { row: Row; has: Optional }

function Mean({ row }: { row: Row }) {
  return (
    <td className={`${num} font-semibold`}>
      <span className={row.tied ? 'border-brand-line border-b-[3px]' : ''}>
        {averageText(row.trimmedAvg)}
      </span>
      {row.tied && <span className="sr-only">（同分）</span>}
    </td>
  )
}

function Project({ row, current, onOpen }: Pick<RowProps, 'row' | 'current' | 'onOpen'>) {
  return (
    <td className="min-w-48 px-2 py-2">
      <button
        type="button"
        aria-pressed={row.projectId === current}
        onClick={() => onOpen(row.projectId)}
        data-print="text"
        className="text-left text-brand-ink hover:underline"
      >
        {row.projectName}
      </button>
      <span className="block text-ink-soft text-xs">{row.demoCode}</span>
    </td>
  )
}

function ResultRow({ row, group, stage, current, onOpen, has }: RowProps) {
  const isRanked = stage === 'EXCELLENT'
  return (
    <tr className={`border-line border-t ${row.projectId === current ? 'bg-brand-soft' : ''}`}>
      {isRanked && (
        <td className="px-3 py-2 text-center">
          <RankMark row={row} />
        </td>
      )}
      <Project row={row} current={current} onOpen={onOpen} />
      {group.experts.map(({ expertNo }) => (
        <td key={expertNo} className={num}>
          <Score row={row} expertNo={expertNo} />
        </td>
      ))}
      <Mean row={row} />
      <td className={num}>{isRanked ? row.recommendCount : figure(row.spread)}</td>
      <td className={num}>{averageText(row.safety)}</td>
      {isRanked && (
        <td className="min-w-36 px-2 py-2 text-s">
          {row.reasons.map((reason) => (
            <span key={reason} className="block">
              {reason}
            </span>
          ))}
        </td>
      )}
      {has.conclusion && <td className="min-w-24 px-2 py-2 text-s">{row.conclusionText || '—'}</td>}
      {has.outcome && (
        <td className="px-3 py-2">
          <Outcome row={row} />
        </td>
      )}
    </tr>
  )
}

interface HeadingProps extends Pick<TableProps, 'group' | 'names'> {
  isRanked: boolean
  has: Optional
}

function Headings({ group, names, isRanked, has }: HeadingProps) {
  return (
    <thead className="bg-sunken text-left text-ink-soft">
      <tr>
        {isRanked && (
          <th scope="col" className="whitespace-nowrap px-3 py-2 font-normal">
            名次
          </th>
        )}
        <th scope="col" className="px-2 py-2 font-normal">
          项目
        </th>
        {group.experts.map(({ expertNo }) => (
          <th key={expertNo} scope="col" className={`${num} font-normal`}>
            {names.get(expertNo) ?? `专家${expertNo}`}
          </th>
        ))}
        {['去极值均分', isRanked ? '推荐人数' : '极差', '安全性'].map((head) => (
          <th key={head} scope="col" className={`${num} font-normal`}>
            {head}
          </th>
        ))}
        {isRanked && (
          <th scope="col" className="px-2 py-2 font-normal">
            名次理由
          </th>
        )}
        {has.conclusion && (
          <th scope="col" className="px-2 py-2 font-normal">
            结论
          </th>
        )}
        {has.outcome && (
          <th scope="col" className="px-3 py-2 font-normal">
            {isRanked ? '结果' : '判定'}
          </th>
        )}
      </tr>
    </thead>
  )
}

/**
 * The projects of a group. Dropped scores are struck. The excellence review ranks, and a line follows the last place
 * within the quota; the primary review has neither ranks nor a quota.
 */
export function ResultTable({ group, stage, current, names, onOpen }: TableProps) {
  const isRanked = stage === 'EXCELLENT'
  const line = isRanked ? lineAfter(group.rows) : undefined
  const has = optionalOf(group.rows)
  const columns = group.experts.length + 6 + Number(has.conclusion) + Number(has.outcome)
  return (
    <Wide label={`${group.groupName}${isRanked ? '名次表' : '评分表'}`}>
      <table className="w-full text-s">
        <Headings {...{ group, names, isRanked, has }} />
        <tbody>
          {group.rows.map((row, at) => (
            <Fragment key={row.projectId}>
              <ResultRow {...{ row, group, stage, current, onOpen, has }} />
              {at === line && (
                <tr>
                  <td colSpan={columns} className="relative h-6 p-0 text-center">
                    <span
                      aria-hidden="true"
                      className="absolute inset-x-0 top-1/2 border-success border-t-2"
                    />
                    <span className="relative rounded-full bg-success px-3 py-0.5 text-surface text-xs">
                      入选线 · 名额 {group.quota}
                    </span>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}
