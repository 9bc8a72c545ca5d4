import { useMutation } from '@tanstack/react-query'
import { RepeatFlag } from '@xinchu/contract/codes'
import type { RepeatPair } from '@xinchu/sdk'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Radio, Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { decisionLabel } from './pair-words.ts'
import { decidePairs } from './queries.ts'

export type Verdict = typeof RepeatFlag.duplicate | typeof RepeatFlag.distinct

interface DecisionDialogProps {
  pair: RepeatPair
  verdict: Verdict
  onClose: () => void
}

interface Kept {
  pair: RepeatPair
  value: number | undefined
  onValue: (id: number) => void
}

function KeptChoice({ pair: { a, b }, value, onValue }: Kept) {
  const both = [a, b].filter((project) => project !== undefined)
  return (
    <FieldGroup label="保留的项目" required hint="另一个项目须终止或合并，不再计入统计">
      {both.map(({ id, projectName, projectCode, createTime }) => (
        <Radio key={id} name="kept" checked={value === id} onChecked={() => onValue(id)}>
          <span className="min-w-0 break-words">
            {projectName}
            <span className="block text-ink-faint text-xs">
              {projectCode}
              {createTime && `　${createTime.slice(0, 10)} 填报`}
            </span>
          </span>
        </Radio>
      ))}
    </FieldGroup>
  )
}

/** Asks for a decision's reason and, for duplicates, the project to keep. */
export function DecisionDialog({ pair, verdict, onClose }: DecisionDialogProps) {
  const [opinion, setOpinion] = useState('')
  const [isMissing, setMissing] = useState(false)
  // By default the older one.
  const [keptId, setKeptId] = useState(pair.keptId ?? Math.min(pair.a?.id ?? pair.b.id, pair.b.id))
  const label = decisionLabel({ decision: verdict })
  const work = useMutation({
    ...decidePairs,
    onSuccess() {
      notify(`已${label}`, 'success')
      onClose()
    },
  })
  const confirm = () => {
    setMissing(opinion.trim() === '')
    if (opinion.trim() === '') return
    work.mutate({
      pairIds: pair.id === undefined ? [] : [pair.id],
      decision: verdict,
      opinion: opinion.trim(),
      ...(verdict === RepeatFlag.duplicate ? { keptId } : {}),
    })
  }
  return (
    <Dialog
      open
      isFirm={opinion !== ''}
      onClose={onClose}
      title={label}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={work.isPending} onClick={confirm}>
            确定
          </Button>
        </>
      }
    >
      <div className="grid gap-1">
        {verdict === RepeatFlag.duplicate && <KeptChoice pair={pair} value={keptId} onValue={setKeptId} />}
        <Field label="判定意见" required error={isMissing ? messages.nonEmpty : undefined}>
          {(control) => <Textarea {...control} maxLength={500} value={opinion} onValue={setOpinion} />}
        </Field>
      </div>
    </Dialog>
  )
}
