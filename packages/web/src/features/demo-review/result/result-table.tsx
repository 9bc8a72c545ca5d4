import { Fragment } from 'react'
import { averageText, type Group, isSelected, lineAfter, type Row } from './result-model.ts'

interface TableProps {
  group: Group
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
  const isIn = isSelected(row)
  return (
    <span className="grid justify-items-start gap-0.5">
      <span
        className={`rounded border px-1.5 text-xs leading-5 ${isIn ? 'border-transparent bg-success-soft text-success' : 'border-line bg-sunken text-ink-soft'}`}
      >
        {isIn ? '拟入选' : '未入选'}
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

function ResultRow({ row, group, current, onOpen }: Omit<TableProps, 'names'> & { row: Row }) {
  return (
    <tr className={`border-line border-t ${row.projectId === current ? 'bg-brand-soft' : ''}`}>
      <td className="px-3 py-2 text-center">
        <RankMark row={row} />
      </td>
      <td className="min-w-48 px-2 py-2">
        <button
          type="button"
          aria-pressed={row.projectId === current}
          onClick={() => onOpen(row.projectId)}
          className="text-left text-brand-ink hover:underline"
        >
          {row.projectName}
        </button>
        <span className="block text-ink-soft text-xs">{row.demoCode}</span>
      </td>
      {group.experts.map(({ expertNo }) => (
        <td key={expertNo} className={num}>
          <Score row={row} expertNo={expertNo} />
        </td>
      ))}
      <td className={`${num} font-semibold`}>
        <span className={row.tied ? 'border-brand-line border-b-[3px]' : ''}>
          {averageText(row.trimmedAvg)}
        </span>
        {row.tied && <span className="sr-only">（同分）</span>}
      </td>
      <td className={num}>{row.recommendCount}</td>
      <td className={num}>{averageText(row.safety)}</td>
      <td className="min-w-36 px-2 py-2 text-s">
        {row.reasons.map((reason) => (
          <span key={reason} className="block">
            {reason}
          </span>
        ))}
      </td>
      <td className="px-3 py-2">
        <Outcome row={row} />
      </td>
    </tr>
  )
}

/** The ranked projects of a group. Dropped scores are struck; a line follows the last place within the quota. */
export function ResultTable({ group, current, names, onOpen }: TableProps) {
  const line = lineAfter(group.rows)
  const columns = group.experts.length + 7
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
    <section className="overflow-x-auto" aria-label={`${group.groupName}名次表`} tabIndex={0}>
      <table className="w-full text-s">
        <thead className="bg-sunken text-left text-ink-soft">
          <tr>
            <th scope="col" className="whitespace-nowrap px-3 py-2 font-normal">
              名次
            </th>
            <th scope="col" className="px-2 py-2 font-normal">
              项目
            </th>
            {group.experts.map(({ expertNo }) => (
              <th key={expertNo} scope="col" className={`${num} font-normal`}>
                {names.get(expertNo) ?? `专家${expertNo}`}
              </th>
            ))}
            {['去极值均分', '推荐人数', '安全性'].map((head) => (
              <th key={head} scope="col" className={`${num} font-normal`}>
                {head}
              </th>
            ))}
            <th scope="col" className="px-2 py-2 font-normal">
              名次理由
            </th>
            <th scope="col" className="px-3 py-2 font-normal">
              结果
            </th>
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row, at) => (
            <Fragment key={row.projectId}>
              <ResultRow row={row} group={group} current={current} onOpen={onOpen} />
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
    </section>
  )
}
