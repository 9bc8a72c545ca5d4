import { useMutation, useQuery } from '@tanstack/react-query'
import type { RepeatAppeal, RepeatVerdict } from '@xinchu/sdk'
import { messages } from '@xinchu/validators'
import { useState } from 'react'
import { appealLabels } from '../../records/repeat/appeal-words.ts'
import { appealMutations, pairQueries } from '../../records/repeat/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Radio, Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { ContrastTable } from './contrast-table.tsx'

const VERDICTS: readonly RepeatVerdict['verdict'][] = ['DISTINCT', 'SAME']
const WHAT_FOLLOWS = {
  DISTINCT: '申请的项目可以提交',
  SAME: '申请的项目不能提交，填报单位看到判定意见',
} as const

/** Both projects field by field. */
function Contrast({ projectId, otherId }: RepeatAppeal) {
  const { data, error, refetch } = useQuery(pairQueries.contrast([projectId, otherId]))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  return data ? <ContrastTable contrast={data} isMasked={false} /> : <Loading rows={8} />
}

/** Lets the deciding office compare both projects and decide. */
export function VerdictDialog({ appeal, onClose }: { appeal: RepeatAppeal; onClose: () => void }) {
  const [verdict, setVerdict] = useState<RepeatVerdict['verdict']>()
  const [opinion, setOpinion] = useState('')
  const [isTried, setTried] = useState(false)
  const work = useMutation({
    ...appealMutations.decide,
    onSuccess({ state }) {
      notify(`已判定：${appealLabels[state]}`, 'success')
      onClose()
    },
  })
  const text = opinion.trim()
  const confirm = () => {
    setTried(true)
    if (verdict && text) work.mutate({ id: appeal.id, verdict, opinion: text })
  }
  return (
    <Dialog
      open
      size="summary"
      isFirm
      onClose={onClose}
      title="判定是否为同一项目"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={work.isPending} onClick={confirm}>
            判定
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="whitespace-pre-line break-words rounded bg-sunken px-2.5 py-1.5 text-s">
          申请理由：{appeal.reason}
        </p>
        <Contrast {...appeal} />
        <FieldGroup label="判定" required error={isTried && !verdict ? messages.nonEmpty : undefined}>
          {VERDICTS.map((each) => (
            <Radio key={each} name="verdict" checked={verdict === each} onChecked={() => setVerdict(each)}>
              {appealLabels[each]}
              <span className="block text-ink-faint text-xs">{WHAT_FOLLOWS[each]}</span>
            </Radio>
          ))}
        </FieldGroup>
        <Field
          label="判定意见"
          required
          hint="两个项目的填报单位都会看到"
          error={isTried && !text ? messages.nonEmpty : undefined}
        >
          {(control) => <Textarea {...control} maxLength={500} value={opinion} onValue={setOpinion} />}
        </Field>
      </div>
    </Dialog>
  )
}
