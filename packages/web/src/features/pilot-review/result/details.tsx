import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AssessIndex, PreferredScore, ReviewBatch } from '@xinchu/sdk'
import { figure } from '../../../lib/figures.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { Wide } from '../../../ui/wide.tsx'
import { reviewQueries } from '../queries.ts'
import { sumOf } from '../score/model.ts'
import { Opinions } from './opinions.tsx'
import { averageText, type Row, trimmedWords } from './result-model.ts'

const idsOf = (index: AssessIndex): readonly number[] =>
  index.children?.length ? index.children.flatMap(idsOf) : [index.id]

/** The sum of a sheet's items below one index of the first level. */
function partOf(score: PreferredScore, index: AssessIndex): number {
  const ids = new Set(idsOf(index))
  return sumOf(
    score.items.flatMap(({ indexId, score: points }) =>
      ids.has(indexId) && points !== undefined ? [points] : [],
    ),
  )
}

interface SheetsProps {
  row: Row
  scores: readonly PreferredScore[]
  groups: readonly AssessIndex[]
  /** Only the excellence review has recommendations. */
  isRanked: boolean
}

interface SheetRowProps extends Omit<SheetsProps, 'scores'> {
  score: PreferredScore
}

function SheetRow({ row, score, groups, isRanked }: SheetRowProps) {
  const dropped = row.scores.find(({ expertNo }) => expertNo === score.expertNo)?.dropped
  return (
    <tr className={`border-line border-t ${dropped ? 'text-ink-soft line-through' : ''}`}>
      <td className="whitespace-nowrap px-3 py-2 text-left no-underline">{score.expertName}</td>
      {groups.map((index) => (
        <td key={index.id} className="px-2 py-2">
          {partOf(score, index)}
        </td>
      ))}
      <td className="px-2 py-2">{score.totalScore}</td>
      {isRanked && (
        <td className="px-2 py-2 text-center">
          {score.recommend ? <Icon name="check" size={14} className="inline" /> : '–'}
          <span className="sr-only">{score.recommend ? '推荐' : '不推荐'}</span>
        </td>
      )}
      <td className="px-3 py-2 text-left">
        {dropped && (dropped === 'HIGHEST' ? '最高，不计' : '最低，不计')}
      </td>
    </tr>
  )
}

function Sheets({ row, scores, groups, isRanked }: SheetsProps) {
  return (
    <Wide label="各份评分">
      <table className="w-full min-w-[560px] text-right text-s">
        <thead className="bg-sunken text-ink-soft">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-normal">
              专家
            </th>
            {groups.map(({ id, indexName, fullScore }) => (
              <th key={id} scope="col" className="whitespace-nowrap px-2 py-2 font-normal">
                {indexName.slice(0, 4)} {fullScore}
              </th>
            ))}
            <th scope="col" className="px-2 py-2 font-normal">
              合计
            </th>
            {isRanked && (
              <th scope="col" className="px-2 py-2 text-center font-normal">
                推荐
              </th>
            )}
            <th scope="col" className="px-3 py-2 text-left font-normal">
              说明
            </th>
          </tr>
        </thead>
        <tbody>
          {scores.map((score) => (
            <SheetRow key={score.expertName} {...{ row, score, groups, isRanked }} />
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

interface FiguresProps {
  row: Row
  batch: ReviewBatch
}

/** How the average is computed, hints, and whether the sheets are those that were sealed. */
function Figures({ row, batch }: FiguresProps) {
  const seal = useQuery(reviewQueries.seal(batch, row.projectId)).data
  const outliers = row.scores.filter(({ outlier }) => outlier)
  return (
    <dl className="grid content-start gap-2 border-line p-4 text-s max-xl:border-t xl:border-l">
      <dt className="text-ink-soft">去极值均分</dt>
      <dd>{trimmedWords(row)}</dd>
      <dt className="text-ink-soft">安全性（全部评分）</dt>
      <dd>{averageText(row.safety)}</dd>
      <dt className="text-ink-soft">直接平均（仅供参考）</dt>
      <dd>{averageText(row.avg)}</dd>
      <dt className="text-ink-soft">最高与最低之差</dt>
      <dd>{figure(row.spread)}</dd>
      {outliers.length > 0 && (
        <>
          <dt className="text-ink-soft">偏离提示</dt>
          <dd className="text-warning">
            {outliers.map(({ expertNo }) => `专家${expertNo}`).join('、')}，仅作提示
          </dd>
        </>
      )}
      {seal && (
        <>
          <dt className="text-ink-soft">封存核对</dt>
          <dd className={seal.genuine ? 'text-success' : 'text-danger'}>{seal.message}</dd>
        </>
      )}
    </dl>
  )
}

/** The sheets of one project, with the experts' anonymous numbers, their opinions, and how its average is computed. */
export function Details({ row, batch, names }: FiguresProps & { names: ReadonlyMap<number, string> }) {
  const { stage } = batch
  const { data, error, refetch } = useQuery(reviewQueries.details(row.projectId, stage))
  // The items of a sheet are those of the catalogue that it was begun with.
  const catalogue = reviewQueries.catalogue(
    useQueryClient(),
    stage,
    data?.project.techType,
    data?.scores[0]?.catalogueVersion,
  )
  const groups = useQuery({ ...catalogue, enabled: data !== undefined }).data ?? []
  return (
    <section aria-label="评分详情" className="card min-w-0 print:hidden">
      <h2 className="flex min-h-11 flex-wrap items-baseline gap-x-3 border-line border-b px-4 py-2.5">
        <span className="font-medium">评分详情</span>
        <span>{row.projectName}</span>
        <span className="text-ink-soft text-s">专家已匿名；查看姓名须写明用途并留痕</span>
      </h2>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={4} />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_240px]">
          <div className="grid grid-cols-[minmax(0,1fr)] content-start">
            <Sheets row={row} scores={data.scores} groups={groups} isRanked={stage === 'EXCELLENT'} />
            <div className="border-line border-t p-4">
              <Opinions row={row} names={names} />
            </div>
          </div>
          <Figures row={row} batch={batch} />
        </div>
      )}
    </section>
  )
}
