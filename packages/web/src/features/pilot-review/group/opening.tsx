import { useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import type { ReviewBatch, ScoreOpening } from '@xinchu/sdk'
import { useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { notify } from '../../../ui/notice.tsx'
import { batchName, STAGE_NAMES } from '../batch.tsx'
import { reviewWrites } from '../writes.ts'

interface OpeningProps {
  batch: ReviewBatch
  opening: ScoreOpening
}

type Step = 'ask' | 'confirm'

/** The step that the caller takes next, or the words why there is none. */
function stepOf({ opened, askedAt, conditions }: ScoreOpening, isPlatform: boolean, isNation: boolean) {
  if (opened) return { words: '已启封' }
  const isReady = conditions.every(({ code, met }) => met || code === 'ASKED')
  if (!isReady) return { words: '启封（条件未满足）' }
  if (!askedAt)
    return isPlatform ? { step: 'ask' as const, words: '申请启封' } : { words: '启封（待平台申请）' }
  return isNation ? { step: 'confirm' as const, words: '确认启封' } : { words: '启封（待国家确认）' }
}

function Confirm({ step, batch, onClose }: { step: Step; batch: ReviewBatch; onClose: () => void }) {
  const name = `${batchName(batch)}${STAGE_NAMES[batch.stage]}`
  const isAsking = step === 'ask'
  return (
    <ConfirmDialog
      title={isAsking ? '申请启封' : '确认启封'}
      description={
        isAsking
          ? `申请启封${name}的全部评分，由国家主管部门确认。`
          : `确认后${name}的全部评分同时启封，均分与名次一次算出，不能撤销。`
      }
      action={isAsking ? '申请启封' : '确认启封'}
      look="primary"
      write={isAsking ? reviewWrites.askOpening : reviewWrites.confirmOpening}
      variables={batch}
      onDone={() => notify(isAsking ? '已申请启封' : '已启封', 'success')}
      onClose={onClose}
    />
  )
}

/** The conditions for the opening with figures, and its two steps. */
export function Opening({ batch, opening }: OpeningProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const [asked, setAsked] = useState<Step>()
  const missing = opening.conditions.filter(({ met }) => !met).length
  const { step, words } = stepOf(opening, isAmong(user, ['PLT']), isAmong(user, ['NAT']))
  return (
    <section aria-label="启封条件" className="card">
      <h2 className="flex items-center justify-between border-line border-b px-4 py-2.5 font-medium">
        启封条件
        <span className={`font-normal text-s ${missing > 0 ? 'text-warning' : 'text-success'}`}>
          {missing > 0 ? `${missing} 项未满足` : '均已满足'}
        </span>
      </h2>
      <ul className="grid gap-2 px-4 py-3 text-s">
        {opening.conditions.map(({ code, met, message, done, total }) => (
          <li key={code} className="flex items-start gap-2">
            <Icon
              name={met ? 'check' : 'close'}
              size={14}
              className={`mt-0.5 ${met ? 'text-success' : 'text-danger'}`}
            />
            <span className="flex-1">
              <span className="sr-only">{met ? '已满足：' : '未满足：'}</span>
              {message}
            </span>
            <span className="whitespace-nowrap text-ink-soft">
              {done} / {total}
            </span>
          </li>
        ))}
      </ul>
      <p className="mx-4 mb-3 flex gap-2 rounded-md border border-brand-line bg-brand-soft px-3 py-2.5 text-s">
        <Icon name="lock" size={14} className="mt-0.5 text-brand-ink" />
        启封前任何人看不到分数、平均分、结论分布和排序；导出、接口与日志同样不含。启封后全批一次可见。
      </p>
      {opening.askedAt && (
        <p className="mx-4 mb-2 text-ink-soft text-s">
          {opening.askedBy} 于 {opening.askedAt.slice(0, 16)} 申请
          {opening.confirmedAt &&
            `，${opening.confirmedBy ?? ''} 于 ${opening.confirmedAt.slice(0, 16)} 确认`}
        </p>
      )}
      {opening.root && (
        <p className="mx-4 mb-2 break-words text-ink-soft text-xs">
          总摘要 <span className="font-mono">{opening.root}</span>
        </p>
      )}
      <div className="grid px-4 pb-4">
        <Button look={step ? 'primary' : 'plain'} disabled={!step} onClick={() => setAsked(step)}>
          {words}
        </Button>
      </div>
      {asked && <Confirm step={asked} batch={batch} onClose={() => setAsked(undefined)} />}
    </section>
  )
}
