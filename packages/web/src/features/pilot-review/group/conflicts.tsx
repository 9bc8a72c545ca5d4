import { useMutation, useQuery } from '@tanstack/react-query'
import type { ConflictPair, ExpertGroup } from '@xinchu/sdk'
import { CONFLICT_STATES } from '@xinchu/validators'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { SMALL } from '../../../ui/review/small.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { Wide } from '../../../ui/wide.tsx'
import { conflictsFile, reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'
import { Policy } from './policy.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { tag } from './tag.ts'

const TONES = {
  EXCLUDED: 'bg-danger-soft text-danger',
  PENDING: 'bg-warning-soft text-warning',
  CLEARED: 'bg-success-soft text-success',
} as const

interface PairProps {
  pair: ConflictPair
  group: ExpertGroup
  canEdit: boolean
}

/** The decision about a pair, or the two buttons to decide. */
function Decision({ pair, group, canEdit }: PairProps) {
  const [isClearing, setClearing] = useState(false)
  const deciding = useMutation({ ...reviewWrites.decideConflict, onSuccess: () => setClearing(false) })
  const key = { groupId: group.id, projectId: pair.projectId, expertId: pair.expertId }
  if (pair.state !== 'PENDING' || !canEdit)
    return (
      <span>
        <span className={`${tag} ${TONES[pair.state]}`}>{CONFLICT_STATES[pair.state]}</span>
        {pair.decidedBy && (
          <span className="block text-ink-faint text-xs" title={pair.decisionReason}>
            {pair.decidedBy} {pair.decidedAt?.slice(5, 16)}
          </span>
        )}
      </span>
    )
  return (
    <span className="flex flex-wrap gap-1.5">
      <Button
        look="danger"
        className={SMALL}
        busy={deciding.isPending && !isClearing}
        aria-label={`排除 ${pair.realName} 与 ${pair.projectName}`}
        onClick={() => deciding.mutate({ ...key, excluded: true })}
      >
        排除
      </Button>
      <Button
        className={SMALL}
        aria-label={`不排除 ${pair.realName} 与 ${pair.projectName}`}
        onClick={() => setClearing(true)}
      >
        不排除…
      </Button>
      {isClearing && (
        <ReasonDialog
          title="判定为不排除"
          description={`${pair.realName} × ${pair.projectName}`}
          action="不排除"
          hint="理由长期保留，并随冲突记录一并留存"
          busy={deciding.isPending}
          onConfirm={(reason) => deciding.mutate({ ...key, excluded: false, reason })}
          onClose={() => setClearing(false)}
        />
      )}
    </span>
  )
}

function PairRow({ pair, group, canEdit }: PairProps) {
  return (
    <tr className="border-line border-t align-top">
      <td className="px-3 py-2">
        {pair.realName}
        <span className="block text-ink-soft text-xs">{pair.workUnit}</span>
      </td>
      <td className="px-3 py-2">
        {pair.projectName}
        <span className="block text-ink-soft text-xs">{pair.demoCode}</span>
      </td>
      <td className="px-3 py-2">
        <span className="flex flex-wrap gap-1">
          {[...new Set(pair.hits.map(({ code }) => code))].map((code) => (
            <span key={code} className={`${tag} ${TONES[pair.state]}`}>
              {code}
            </span>
          ))}
        </span>
      </td>
      <td className="px-3 py-2">
        {pair.hits.map(({ id, wording, expertValue, projectValue }) => (
          <span key={id} className="block">
            {wording}
            <span className="block text-ink-soft text-xs">
              {expertValue === projectValue ? expertValue : `${expertValue} / ${projectValue}`}
            </span>
          </span>
        ))}
        {pair.decisionReason && (
          <span className="block text-ink-soft text-xs">判定理由：{pair.decisionReason}</span>
        )}
      </td>
      <td className="px-3 py-2">
        <Decision pair={pair} group={group} canEdit={canEdit} />
      </td>
    </tr>
  )
}

interface ConflictsProps {
  group: ExpertGroup
  canEdit: boolean
}

const STALE_MS = 10_000

function Pairs({ group, canEdit }: ConflictsProps) {
  const { data, error, refetch } = useQuery({
    ...reviewQueries.conflicts(group.id),
    // The server computes stale groups by itself within a minute.
    refetchInterval: ({ state }) => (state.data?.stale ? STALE_MS : false),
  })
  const computing = useMutation(reviewWrites.computeConflicts)
  const exporting = useMutation(conflictsFile)
  const { mutate } = computing
  const isStale = data?.stale === true && data.version > 0
  useEffect(() => {
    if (isStale && canEdit) mutate(group.id)
  }, [isStale, canEdit, mutate, group.id])
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={6} />
  const free = data.pairs - data.excluded - data.pending
  return (
    <section aria-label="利益冲突" className="card min-w-0">
      <header className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1.5 border-line border-b px-4 py-1.5">
        <h2 className="font-medium">
          {group.groupName}：{group.experts.length} 位专家 × {group.projectIds?.length ?? 0} 个项目
        </h2>
        {data.version > 0 && (
          <p className="text-s">
            检查 {data.pairs} 对：<span className="text-danger">排除 {data.excluded}</span>，
            <span className="text-warning">待判 {data.pending}</span>，其余 {free}
          </p>
        )}
        <span className="ml-auto flex items-center gap-3 text-ink-soft text-s">
          {data.computedAt && `${data.computedAt.slice(5, 16)} 按规则 v${data.policyNo ?? 1} 计算`}
          {data.content.length > 0 && (
            <Button icon="download" busy={exporting.isPending} onClick={() => exporting.mutate(group.id)}>
              导出
            </Button>
          )}
          {canEdit && (
            <Button icon="refresh" busy={computing.isPending} onClick={() => computing.mutate(group.id)}>
              {data.version > 0 ? '重新计算' : '计算冲突'}
            </Button>
          )}
        </span>
      </header>
      {data.stale && (
        <p role="status" className="flex items-center gap-2 bg-warning-soft px-4 py-2 text-s text-warning">
          <Icon name="alert" size={14} />
          {data.version > 0
            ? '数据已变动，正在重算；完成前不能应用分配方案'
            : '尚未计算，计算后才能编制分配方案'}
        </p>
      )}
      {data.content.length === 0 ? (
        data.version > 0 && <Empty>本组 {data.pairs} 对均无冲突</Empty>
      ) : (
        <Wide label="冲突清单">
          <table className="w-full min-w-[760px] text-left text-s">
            <thead className="bg-sunken text-ink-soft">
              <tr>
                {['专家 / 单位', '项目', '规则', '理由与依据', '处理'].map((head) => (
                  <th key={head} scope="col" className="px-3 py-2 font-normal">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.content.map((pair) => (
                <PairRow
                  key={`${pair.expertId}-${pair.projectId}`}
                  pair={pair}
                  group={group}
                  canEdit={canEdit}
                />
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </section>
  )
}

/** 利益冲突: the computed conflicts of a group, and their policy. */
export function Conflicts({ group, canEdit }: ConflictsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <Pairs group={group} canEdit={canEdit} />
      <Policy canPropose={canEdit} />
    </div>
  )
}
