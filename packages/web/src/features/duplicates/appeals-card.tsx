import { useQuery } from '@tanstack/react-query'
import type { RepeatAppeal } from '@xinchu/sdk'
import { useState } from 'react'
import { appealLabels } from '../../records/repeat/appeal-words.ts'
import { appealMutations, appeals } from '../../records/repeat/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notice.tsx'
import { Failed } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { VerdictDialog } from './verdict-dialog.tsx'

const SHOWN = 20

const SIDES: Readonly<Record<RepeatAppeal['side'], string>> = {
  AUTHOR: '本单位申请',
  OTHER: '另一单位申请，请核对本单位项目的代码和文号',
  DECIDER: '请本单位判定',
}

type Act = 'decide' | 'withdraw'

interface ItemProps {
  appeal: RepeatAppeal
  onAct: (act: Act) => void
}

function Item({ appeal, onAct }: ItemProps) {
  const { projectName, otherName, state, side, reason, opinion, decider, createTime } = appeal
  const names = `“${projectName}”与“${otherName}”`
  return (
    <li className="grid gap-1 border-line border-t px-4 py-2.5 text-s first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{names}</span>
        <StatusTag label={appealLabels[state]} />
        <span className="mr-auto text-ink-faint text-xs">{SIDES[side]}</span>
        {appeal.mayDecide && (
          <Button look="primary" aria-label={`判定：${names}`} onClick={() => onAct('decide')}>
            判定
          </Button>
        )}
        {appeal.mayWithdraw && (
          <Button aria-label={`撤回：${names}`} onClick={() => onAct('withdraw')}>
            撤回申请
          </Button>
        )}
      </div>
      <p className="text-ink-faint text-xs">
        {[decider && `判定单位：${decider}`, `${createTime.slice(0, 16)} 申请`].filter(Boolean).join('　')}
      </p>
      {reason && <p className="whitespace-pre-line break-words text-ink-soft">理由：{reason}</p>}
      {opinion && <p className="whitespace-pre-line break-words text-ink-soft">判定意见：{opinion}</p>}
    </li>
  )
}

/** Appeals of the office as author, other side or decider. Nothing if there are none. */
export function AppealsCard() {
  const { data, error, refetch } = useQuery(appeals({ size: SHOWN }))
  const [asked, setAsked] = useState<{ appeal: RepeatAppeal; act: Act }>()
  const close = () => setAsked(undefined)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data || data.content.length === 0) return null
  return (
    <section className="card mb-4" aria-labelledby="appeals-title">
      <h2 id="appeals-title" className="border-line border-b px-4 py-2.5 font-medium">
        重复判定申请
        {data.totalElements > SHOWN && (
          <span className="ml-3 font-normal text-ink-faint text-xs">
            共 {data.totalElements} 件，列出待判定的和最近的 {SHOWN} 件
          </span>
        )}
      </h2>
      <ul>
        {data.content.map((appeal) => (
          <Item key={appeal.id} appeal={appeal} onAct={(act) => setAsked({ appeal, act })} />
        ))}
      </ul>
      {asked?.act === 'decide' && <VerdictDialog appeal={asked.appeal} onClose={close} />}
      {asked?.act === 'withdraw' && (
        <ConfirmDialog
          title="撤回判定申请"
          description="撤回后主管部门不再判定，可以再次申请。双方和判定单位会收到消息。"
          action="撤回申请"
          look="primary"
          write={appealMutations.withdraw}
          variables={asked.appeal.id}
          onDone={() => notify('已撤回判定申请', 'success')}
          onClose={close}
        />
      )}
    </section>
  )
}
