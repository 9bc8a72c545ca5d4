import { type ReactNode, useState } from 'react'
import { Button, type ButtonLook } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { type RecordForm, useFormSlice } from './context.ts'
import { Form } from './form.tsx'
import { DraftOffer } from './form-bar.tsx'

interface FormDialogProps {
  form: RecordForm
  title: string
  description?: string
  /** Label of the main button. */
  action?: string
  look?: ButtonLook
  busy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
  size?: 'narrow' | 'wide' | 'summary'
  /** Whether there is something to send. */
  isReady?: boolean
  /** Where the form stands, beside the buttons. */
  status?: string | undefined
  /** Further buttons before the main one. */
  more?: ReactNode
}

interface QuestionProps {
  onStay: () => void
  onDiscard: () => void
  /** Undefined if nothing is kept. */
  onLeave: (() => void) | undefined
}

/** Replaces the buttons until it is answered. */
function LeaveQuestion({ onStay, onDiscard, onLeave }: QuestionProps) {
  return (
    <>
      <p role="alert" className="mr-auto self-center text-s text-warning">
        填写的内容尚未保存
      </p>
      <Button onClick={onDiscard}>放弃</Button>
      {onLeave && <Button onClick={onLeave}>关闭，留着</Button>}
      <Button look="primary" autoFocus onClick={onStay}>
        继续填写
      </Button>
    </>
  )
}

/** A record's form in a dialog. Asks before discarding input. Enter in a field submits. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, action = '保存', busy, onSubmit, onClose, children, size = 'wide', more } = props
  const { look = 'primary' } = props
  const { description, status, isReady = true } = props
  const [isAsking, setAsking] = useState(false)
  const isDirty = useFormSlice((state) => state.isDirty, form.api)
  const isSending = useFormSlice(({ uploads }) => uploads > 0, form.api)
  const isKept = form.keptIn === 'device' || form.keptIn === 'platform'
  const discard = () => {
    form.discarded()
    onClose()
  }
  const close = () => (isDirty ? setAsking(true) : onClose())
  return (
    <Dialog
      open
      isFirm
      size={size}
      title={title}
      {...(description ? { description } : {})}
      onClose={close}
      footer={
        isAsking ? (
          <LeaveQuestion
            onStay={() => setAsking(false)}
            onDiscard={discard}
            onLeave={isKept ? onClose : undefined}
          />
        ) : (
          <>
            {status && (
              <span role="status" className="mr-auto self-center text-s text-warning">
                {status}
              </span>
            )}
            <Button onClick={close}>取消</Button>
            {more}
            <Button look={look} busy={busy} disabled={isSending || !isReady} onClick={onSubmit}>
              {action}
            </Button>
          </>
        )
      }
    >
      <Form form={form} onSubmit={() => !busy && !isSending && isReady && onSubmit()} className="grid gap-3">
        <DraftOffer form={form} />
        <div className={size === 'wide' ? 'dialog-grid' : 'grid'}>{children}</div>
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
      </Form>
    </Dialog>
  )
}
