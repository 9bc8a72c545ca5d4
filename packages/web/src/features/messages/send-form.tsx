import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageLevel, MessageStatus, MessageTarget } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { useState } from 'react'
import { perform } from '../../app/query-client.ts'
import { nowInBeijing } from '../../lib/beijing.ts'
import { Button } from '../../ui/button.tsx'
import { FilesField } from '../../ui/form/files-field.tsx'
import { FlagsField } from '../../ui/form/flags-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { RichField } from '../../ui/form/rich-field.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useStored } from '../../ui/form/use-stored.ts'
import { type FormValues, textAt, valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { Audience } from './audience.tsx'
import { MessagePreview } from './message-preview.tsx'
import { type Message, type MessageDraft, messageMutations, messageQueries } from './queries.ts'
import { type Sender, useSender } from './sender.ts'
import { TargetFields } from './target-fields.tsx'
import { TemplateChoice } from './template-choice.tsx'

const files = [{ bizType: 'MESSAGE', label: '附件' }]
const specs = fields.MessageFields

const isAhead = (time: string | undefined) => time !== undefined && time > nowInBeijing()

function initialOf(message: Message | undefined, { province }: Sender): FormValues {
  if (!message)
    return province
      ? { level: MessageLevel.normal, targetType: MessageTarget.regions, targetRegionCodes: [province] }
      : { level: MessageLevel.normal, targetType: MessageTarget.all }
  const values = valuesOf(specs, { ...message, attachmentIds: message.attachments ?? [] })
  return { ...values, publishTime: isAhead(message.publishTime) ? (message.publishTime ?? '') : '' }
}

const wordsOf = ({ publish, publishTime }: MessageDraft) => {
  if (!publish) return '草稿已保存'
  return isAhead(publishTime) ? `将于 ${publishTime?.slice(0, 16)} 发送` : '消息已发送'
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
  const client = useQueryClient()
  const { stored, save } = useStored({
    form,
    given: message,
    read: (id) => client.fetchQuery({ ...messageQueries.sent(id), staleTime: 0 }),
    valuesOf: (found) => initialOf(found, sender),
  })
  const sending = useMutation({
    meta: { showsFieldErrors: true },
    mutationFn: (draft: MessageDraft) =>
      save(
        (of, call) => perform(client, messageMutations.save, { draft, id: of?.id, call }),
        ({ status }) => draft.publish === (status !== MessageStatus.draft),
      ),
    onSuccess(_, draft) {
      form.saved()
      notify(wordsOf(draft), 'success')
      onClose()
    },
    onError: form.takeError,
  })
  const send = (publish: boolean) => {
    if (!form.validate('submit')) return
    const planned = textAt(form.store.state().values, 'publishTime')
    // A removed time is sent as now: an absent one would keep the stored time.
    const publishTime = planned || nowInBeijing()
    const draft = { ...form.store.draft(), publishTime, publish } as unknown as MessageDraft // checked by the same contract
    sending.mutate(draft)
  }
  return { form, stored, sending, send }
}

/** Form for a message to everyone in scope, to department kinds, places or offices, or for a draft. */
export function SendForm({ message, onClose }: SendFormProps) {
  const { form, stored, sending, send } = useSendForm({ message, onClose })
  const [isPreviewed, setPreviewed] = useState(false)
  const isScheduled = stored?.status === MessageStatus.published
  const isBusy = (publish: boolean) => sending.isPending && sending.variables.publish === publish
  return (
    <>
      <FormDialog
        form={form}
        title={stored ? '修改消息' : '发送消息'}
        action="发送"
        busy={isBusy(true)}
        onSubmit={() => send(true)}
        onClose={onClose}
        more={
          <>
            <Button onClick={() => setPreviewed(true)}>预览</Button>
            {!isScheduled && (
              <Button busy={isBusy(false)} disabled={sending.isPending} onClick={() => send(false)}>
                存为草稿
              </Button>
            )}
          </>
        }
      >
        {!message && <TemplateChoice />}
        <SpecField name="title" wide />
        <SpecField name="messageType" />
        <SpecField name="level" />
        <TargetFields />
        <Audience />
        <RichField
          name="content"
          hint="可写 {单位名称}、{姓名}、{截止时间}，收件人看到的是各自的内容；从 Word 粘贴时只保留段落、标题、列表和表格"
        />
        <SpecField name="publishTime" label="定时发送" hint="不填为立即发送，此前可修改或撤回" />
        <SpecField name="deadline" hint="用于正文中的 {截止时间}" />
        <SpecField name="expireTime" hint="此后收件人不再看到，不填为长期有效" />
        <FlagsField label="回执" names={['needReceipt']} />
        <div className="col-span-full">
          <FilesField name="attachmentIds" kinds={files} />
        </div>
      </FormDialog>
      {isPreviewed && <MessagePreview store={form.store} onClose={() => setPreviewed(false)} />}
    </>
  )
}
