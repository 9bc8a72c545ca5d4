import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReviewBatch, ReviewProgress } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FigureStrip } from '../../../ui/figure-strip.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { Wide } from '../../../ui/wide.tsx'
import { reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'
import { Opening } from './opening.tsx'
import { ExpertRow, openOf, ProjectRows } from './progress-rows.tsx'

interface ProgressProps {
  batch: ReviewBatch
  canEdit: boolean
}

type Side = 'expert' | 'project'
const th = 'whitespace-nowrap px-2 py-2 text-left font-normal'

const EXPERT_HEADS = ['专家', '已提交', '待评', '评审中', '最近办理', '截止', '分数', '操作']
const PROJECT_HEADS = ['项目', '已提交', '待评', '评审中', '专家组', '说明', '分数']

function Tables({ data, batch, canEdit }: ProgressProps & { data: ReviewProgress }) {
  const [side, setSide] = useState<Side>('expert')
  const heads = side === 'expert' ? EXPERT_HEADS : PROJECT_HEADS
  return (
    <section aria-label="进度" className="card min-w-0">
      <header className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <h2 className="mr-auto font-medium">
          {side === 'expert' ? '按专家' : '按项目'}
          <span className="ml-2 font-normal text-ink-soft text-s">顺序按专家组与编号，不随分数变化</span>
        </h2>
        <span className="flex gap-2">
          {(['expert', 'project'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={side === each}
              onClick={() => setSide(each)}
              className={`h-7 rounded-full border px-3 text-s max-lg:h-10 ${side === each ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong'}`}
            >
              {each === 'expert' ? '按专家' : '按项目'}
            </button>
          ))}
        </span>
      </header>
      <Wide label="进度表">
        <table className="w-full min-w-[720px] text-s">
          <thead className="bg-sunken text-ink-soft">
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className={th}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {side === 'project' ? (
            <ProjectRows data={data} />
          ) : (
            <tbody>
              {data.experts.map((row) => (
                <ExpertRow
                  key={`${row.groupId}-${row.expert.userId}`}
                  row={row}
                  batch={batch}
                  canEdit={canEdit}
                  isOpened={data.opening.opened}
                />
              ))}
            </tbody>
          )}
        </table>
      </Wide>
      <p className="border-line border-t px-4 py-2.5 text-ink-soft text-s">
        延期与改派均须填写理由并留痕；同一专家一天至多催办一次。
      </p>
    </section>
  )
}

/** 评审进度: counts only, and the conditions for the opening. */
export function Progress({ batch, canEdit }: ProgressProps) {
  const { data, error, refetch } = useQuery({ ...reviewQueries.progress(batch), refetchInterval: 60_000 })
  const reminding = useMutation({
    ...reviewWrites.remind,
    onSuccess: ({ reminded, already }) =>
      notify(`已催办 ${reminded} 位专家，${already} 位今天已催办过`, 'success'),
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={8} />
  const sum = (key: 'waiting' | 'reviewing' | 'submitted' | 'recused' | 'mustReassign') =>
    data.experts.reduce((total, row) => total + row[key], 0)
  const late = data.experts.filter((row) => openOf(row) > 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FigureStrip
        figures={[
          {
            caption: '已提交',
            value: sum('submitted'),
            unit: `/ ${sum('submitted') + sum('waiting') + sum('reviewing') + sum('mustReassign')} 份`,
          },
          { caption: '评审中', value: sum('reviewing'), unit: '份' },
          { caption: '未开始', value: sum('waiting'), unit: '份' },
          { caption: '回避', value: sum('recused'), unit: `份，须改派 ${sum('mustReassign')} 份` },
        ]}
      />
      {canEdit && late.length > 0 && (
        <p className="flex justify-end">
          <Button busy={reminding.isPending} onClick={() => reminding.mutate(batch)}>
            催办（{late.length} 人）
          </Button>
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_316px]">
        {data.experts.length === 0 ? (
          <div className="card">
            <Empty>本批次此阶段还没有分配评审任务</Empty>
          </div>
        ) : (
          <Tables data={data} batch={batch} canEdit={canEdit} />
        )}
        <Opening batch={batch} opening={data.opening} />
      </div>
    </div>
  )
}
