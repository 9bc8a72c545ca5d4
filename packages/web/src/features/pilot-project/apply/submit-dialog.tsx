import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/inputs.tsx'
import { useApply } from './context.ts'
import { COMMITMENT_TEXT } from './other-parts.tsx'

interface SubmitDialogProps {
  projectName: string
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
}

const NOTE = 'demo-submit-note'

/** The commitment in full, and the recipient of the application. */
export function SubmitDialog({ projectName, isBusy, onSubmit, onClose }: SubmitDialogProps) {
  const { detail } = useApply()
  const [isRead, setRead] = useState(false)
  const office = detail.recommendOrgName ?? '推荐单位'
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={`提交至 ${office}`}
      description={`提交后内容锁定；${office}签收前可撤回。`}
      footer={
        <>
          <span id={NOTE} className="mr-auto self-center text-ink-soft text-s">
            {isRead ? '提交即视为签署' : '请先阅读并勾选承诺'}
          </span>
          <Button onClick={onClose}>返回</Button>
          <Button look="primary" busy={isBusy} disabled={!isRead} aria-describedby={NOTE} onClick={onSubmit}>
            提交
          </Button>
        </>
      }
    >
      <dl className="mb-3 grid gap-1 text-s">
        {[
          ['项目名称', projectName],
          ['申报单位', detail.companyName ?? '—'],
          ['推荐单位', office],
        ].map(([name, value]) => (
          <div key={name} className="grid grid-cols-[6em_minmax(0,1fr)] gap-2">
            <dt className="text-ink-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1.5 rounded-lg border border-line bg-sunken px-4 py-3 leading-7">
        {COMMITMENT_TEXT.map((text) => (
          <p key={text} className="indent-[2em]">
            {text}
          </p>
        ))}
      </div>
      <p className="mt-3">
        <Checkbox checked={isRead} onChecked={setRead}>
          我已阅读并承诺
        </Checkbox>
      </p>
    </Dialog>
  )
}
