import { useMutation } from '@tanstack/react-query'
import type { ReviewBatch, ReviewProgress, ReviewProgressExpert } from '@xinchu/sdk'
import { useState } from 'react'
import { useCan } from '../../../app/use-can.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'
import { SMALL } from '../../../ui/review/small.ts'
import { Countdown } from '../countdown.tsx'
import { Meter } from '../meter.tsx'
import { SealedCell } from '../sealed.tsx'
import { reviewWrites } from '../writes.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { ReassignDialog } from './reassign-dialog.tsx'

type Counts = Pick<ReviewProgressExpert, 'waiting' | 'reviewing' | 'submitted' | 'mustReassign'>

export const openOf = ({ waiting, reviewing, mustReassign }: Counts) => waiting + reviewing + mustReassign
const allOf = (counts: Counts) => openOf(counts) + counts.submitted

interface ExpertRowProps {
  row: ReviewProgressExpert
  batch: ReviewBatch
  canEdit: boolean
  isOpened: boolean
}

/** Reminds, extends or reassigns one expert. */
function ExpertActions({ row, batch, canEdit }: Omit<ExpertRowProps, 'isOpened'>) {
  const [dialog, setDialog] = useState<'extend' | 'reassign'>()
  const canAssign = useCan(['demo:assign'])
  const { userId, realName } = row.expert
  const reminding = useMutation({
    ...reviewWrites.remind,
    onSuccess: ({ reminded }) =>
      notify(reminded > 0 ? `已催办 ${realName}` : `今天已催办过 ${realName}`, 'success'),
  })
  if (openOf(row) === 0) return <span className="text-ink-soft">已完成</span>
  if (!canEdit)
    return (
      <span className="text-ink-soft">{row.remindedAt ? `${row.remindedAt.slice(5, 16)} 已催办` : '—'}</span>
    )
  return (
    <span className="flex gap-1">
      <Button
        className={SMALL}
        aria-label={`催办 ${realName}`}
        busy={reminding.isPending}
        onClick={() => reminding.mutate({ ...batch, expertIds: [userId] })}
      >
        催办
      </Button>
      <Button className={SMALL} aria-label={`延期 ${realName}`} onClick={() => setDialog('extend')}>
        延期
      </Button>
      {canAssign && (
        <Button className={SMALL} aria-label={`改派 ${realName}`} onClick={() => setDialog('reassign')}>
          改派
        </Button>
      )}
      {dialog === 'extend' && <ExtendDialog row={row} batch={batch} onClose={() => setDialog(undefined)} />}
      {dialog === 'reassign' && (
        <ReassignDialog row={row} batch={batch} onClose={() => setDialog(undefined)} />
      )}
    </span>
  )
}

/** One expert. */
export function ExpertRow({ row, batch, canEdit, isOpened }: ExpertRowProps) {
  return (
    <tr className="border-line border-t">
      <td className="px-2 py-2">
        {row.expert.realName} {row.expert.isLeader && <span className="text-ink-faint text-xs">组长</span>}
        <span className="block whitespace-nowrap text-ink-faint text-xs">{row.groupName}</span>
      </td>
      <td className="min-w-36 px-2 py-2">
        <span className="flex items-center gap-2">
          <Meter label={`${row.expert.realName}已提交`} value={row.submitted} max={allOf(row)} />
          {row.submitted} / {allOf(row)}
        </span>
      </td>
      <td className="px-2 py-2 text-right">{row.waiting}</td>
      <td className="px-2 py-2 text-right">{row.reviewing}</td>
      <td className="whitespace-nowrap px-2 py-2">{row.lastTime?.slice(5, 16) ?? '—'}</td>
      <td className="px-2 py-2">
        {openOf(row) > 0 ? (
          <>
            {row.deadline?.slice(5, 16)}{' '}
            <span className="block text-xs">
              <Countdown deadline={row.deadline} isShort />
            </span>
          </>
        ) : (
          '—'
        )}
        {row.mustReassign > 0 && (
          <span className="block text-danger text-xs">须改派 {row.mustReassign} 份</span>
        )}
      </td>
      <td className="px-2 py-2">
        {isOpened ? <span className="text-ink-faint text-xs">见评审结果</span> : <SealedCell />}
      </td>
      <td className="px-2 py-2">
        <ExpertActions row={row} batch={batch} canEdit={canEdit} />
      </td>
    </tr>
  )
}

/** All projects. */
export function ProjectRows({ data }: { data: ReviewProgress }) {
  return (
    <tbody>
      {data.projects.map((row) => (
        <tr key={row.projectId} className="border-line border-t">
          <td className="px-2 py-2">
            {row.projectName}
            <span className="block text-ink-faint text-xs">{row.demoCode}</span>
          </td>
          <td className="min-w-36 px-2 py-2">
            <span className="flex items-center gap-2">
              <Meter label={`${row.projectName}已提交`} value={row.submitted} max={allOf(row)} />
              {row.submitted} / {allOf(row)}
            </span>
          </td>
          <td className="px-2 py-2 text-right">{row.waiting}</td>
          <td className="px-2 py-2 text-right">{row.reviewing}</td>
          <td className="px-2 py-2">{row.groupName}</td>
          <td className="px-2 py-2">
            {row.recused > 0 && `回避 ${row.recused}`}{' '}
            {row.mustReassign > 0 && <span className="text-danger">须改派 {row.mustReassign}</span>}
            {openOf(row) === 0 && '已齐'}
          </td>
          <td className="px-2 py-2">
            {data.opening.opened ? (
              <span className="text-ink-faint text-xs">见评审结果</span>
            ) : (
              <SealedCell />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  )
}
