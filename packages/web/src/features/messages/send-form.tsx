import { useMutation } from '@tanstack/react-query'
import { MessageLevel, MessageTarget } from '@xinchu/sdk/codes'
import { fields } from '@xinchu/sdk/fields'
import { markupOf, paragraphsOf } from '../../lib/rich-text.ts'
import { Button } from '../../ui/button.tsx'
import { FilesField } from '../../ui/form/files-field.tsx'
import { FlagsField } from '../../ui/form/flags-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { type FormValues, textAt, valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { type Message, type MessageDraft, messageMutations } from './queries.ts'
import { type Sender, useSender } from './sender.ts'
import { TargetFields } from './target-fields.tsx'

const files = [{ bizType: 'MESSAGE', label: '附件' }]
const specs = fields.MessageFields.map((spec) => {
  const { hint: _hint, ...open } = spec
  return spec.name === 'content' ? { ...open, maxLength: 5_000 } : spec
})

function initialOf(message: Message | undefined, { province }: Sender): FormValues {
  if (!message)
    return province
      ? { level: MessageLevel.normal, targetType: MessageTarget.regions, targetRegionCodes: [province] }
      : { level: MessageLevel.normal, targetType: MessageTarget.all }
  const stored = { ...message, attachmentIds: message.attachments ?? [] }
  return { ...valuesOf(specs, stored), content: paragraphsOf(message.content ?? '').join('\n') }
}

interface SendFormProps {
  /** The draft to continue; a new message if absent. */
  message?: Message | undefined
  onClose: () => void
}

function useSendForm({ message, onClose }: SendFormProps) {
  const sender = useSender()
  const form = useRecordForm({
    id: 'message',
    recordId: message?.id,
    version: message?.version,
    specs,
    initial: initialOf(message, sender),
  })
  const sending = useMutation({
    ...messageMutations.save,
    meta: { ...messageMutations.save.meta, showsFieldErrors: true },
    onSuccess(_, { draft }) {
      form.saved()
      notify(draft.publish ? '消息已发送' : '草稿已保存', 'success')
      onClose()
    },
    onError: form.takeError,
  })
  const send = (publish: boolean) => {
    if (!form.validate('submit')) return
    const content = markupOf(textAt(form.store.state().values, 'content'))
    const draft = { ...form.store.draft(), content, publish } as unknown as MessageDraft // checked by the same contract
    sending.mutate({ draft, id: message?.id })
  }
  return { form, sending, send }
}

/** Form for a message to everyone in scope, to department kinds, places or offices, or for a draft. */
export function SendForm({ message, onClose }: SendFormProps) {
  const { form, sending, send } = useSendForm({ message, onClose })
  const isBusy = (publish: boolean) => sending.isPending && sending.variables.draft.publish === publish
  return (
    <FormDialog
      form={form}
      title={message ? '修改草稿' : '发送消息'}
      action="发送"
      busy={isBusy(true)}
      onSubmit={() => send(true)}
      onClose={onClose}
      more={
        <Button busy={isBusy(false)} disabled={sending.isPending} onClick={() => send(false)}>
          存为草稿
        </Button>
      }
    >
      <SpecField name="title" wide />
      <SpecField name="messageType" />
      <SpecField name="level" />
      <TargetFields />
      <SpecField name="content" wide />
      <SpecField name="expireTime" hint="此后收件人不再看到，不填为长期有效" />
      <FlagsField label="回执" names={['needReceipt']} />
      <div className="col-span-full">
        <FilesField name="attachmentIds" kinds={files} />
      </div>
    </FormDialog>
  )
}
