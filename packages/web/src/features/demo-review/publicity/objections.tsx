import { useMutation } from '@tanstack/react-query'
import type { DemoObjection } from '@xinchu/sdk'
import { countWords } from '@xinchu/validators'
import { useId, useState } from 'react'
import { momentOf } from '../../../lib/moment.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Radio, Textarea } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { RecordFiles } from '../../../ui/record/record-files.tsx'
import { Empty } from '../../../ui/states.tsx'
import { reviewWrites } from '../writes.ts'

const WORDS = { WAITING: '待答复', REJECTED: '已答复 · 不成立', UPHELD: '已答复 · 成立' } as const
const TONES = {
  WAITING: 'bg-danger-soft text-danger',
  REJECTED: 'bg-success-soft text-success',
  UPHELD: 'bg-warning-soft text-warning',
} as const
const LEAST = 10

function Answer({ objection }: { objection: DemoObjection }) {
  const id = useId()
  const [answer, setAnswer] = useState('')
  const [isUpheld, setUpheld] = useState<boolean>()
  const answering = useMutation({
    ...reviewWrites.answerObjection,
    onSuccess: () => notify('已答复异议', 'success'),
  })
  const left = LEAST - countWords(answer)
  const why = left > 0 ? `答复还需 ${left} 字` : isUpheld === undefined ? '请选择结论' : undefined
  return (
    <div className="mt-2 grid gap-1">
      <Field label="答复" required hint={why}>
        {(control) => <Textarea {...control} rows={2} maxLength={1000} value={answer} onValue={setAnswer} />}
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Radio name={id} checked={isUpheld === false} onChecked={() => setUpheld(false)}>
          不成立
        </Radio>
        <Radio name={id} checked={isUpheld === true} onChecked={() => setUpheld(true)}>
          成立，取消资格
        </Radio>
        <Button
          look={isUpheld ? 'danger' : 'primary'}
          className="ml-auto"
          disabled={why !== undefined}
          busy={answering.isPending}
          onClick={() =>
            answering.mutate({ id: objection.id, upheld: isUpheld === true, answer: answer.trim() })
          }
        >
          答复
        </Button>
      </div>
    </div>
  )
}

interface ObjectionsProps {
  objections: readonly DemoObjection[]
  canAnswer: boolean
}

/** Objections with their evidence and answers. */
export function Objections({ objections, canAnswer }: ObjectionsProps) {
  return (
    <section aria-label="异议" className="card self-start">
      <h2 className="flex items-center justify-between border-line border-b px-4 py-2.5 font-medium">
        异议 {objections.length} 件 <span className="font-normal text-ink-soft text-s">实名，须附依据</span>
      </h2>
      {objections.length === 0 && <Empty>没有异议</Empty>}
      <ul className="grid gap-3 p-3 empty:hidden">
        {objections.map((each) => (
          <li
            key={each.id}
            className={`rounded-lg border p-3 text-s ${each.status === 'WAITING' ? 'border-danger-line' : 'border-line'}`}
          >
            <p className="flex flex-wrap items-center justify-between gap-2 text-xs">
              <span className={`rounded px-1.5 leading-5 ${TONES[each.status]}`}>{WORDS[each.status]}</span>
              <span className="text-ink-soft">{momentOf(each.createTime)}</span>
            </p>
            <h3 className="mt-1.5 text-body">{each.projectName}</h3>
            <p className="whitespace-pre-line break-words">{each.text}</p>
            {each.objector && (
              <p className="mt-1 text-ink-soft text-xs">
                异议人：{each.objector}，{each.objectorContact}（只对国家和平台可见）
              </p>
            )}
            {each.evidence && each.evidence.length > 0 && <RecordFiles files={each.evidence} />}
            {each.answer && (
              <p className="mt-2 border-line border-l-2 pl-2.5 text-ink-soft">
                {each.answeredAt && `${momentOf(each.answeredAt)} `}答复：{each.answer}
              </p>
            )}
            {canAnswer && each.status === 'WAITING' && <Answer objection={each} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
