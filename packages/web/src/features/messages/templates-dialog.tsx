import { useMutation, useQuery } from '@tanstack/react-query'
import { MessageLevel } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FlagsField } from '../../ui/form/flags-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { RichField } from '../../ui/form/rich-field.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { messageMutations, messageQueries, type Template, type TemplateDraft } from './queries.ts'

const specs = fields.MessageTemplateFields

function TemplateForm({ template, onClose }: { template: Template | undefined; onClose: () => void }) {
  const form = useRecordForm({
    id: 'message-template',
    recordId: template?.id,
    specs,
    initial: template ? valuesOf(specs, template) : { level: MessageLevel.normal },
  })
  const saving = useMutation({
    ...messageMutations.saveTemplate,
    meta: { ...messageMutations.saveTemplate.meta, showsFieldErrors: true },
    onSuccess() {
      form.saved()
      notify('模板已保存', 'success')
      onClose()
    },
    onError: form.takeError,
  })
  const save = () => {
    if (!form.validate('submit')) return
    const own = template ? { id: template.id } : {}
    saving.mutate({ ...form.store.draft(), ...own } as unknown as TemplateDraft) // checked by the same contract
  }
  return (
    <FormDialog
      form={form}
      title={template ? '修改模板' : '新建模板'}
      busy={saving.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <SpecField name="name" wide />
      <SpecField name="title" wide />
      <SpecField name="messageType" />
      <SpecField name="level" />
      <RichField name="content" hint="可写 {单位名称}、{姓名}、{截止时间}，收件人看到的是各自的内容" />
      <FlagsField label="回执" names={['needReceipt']} />
    </FormDialog>
  )
}

interface LinesProps {
  templates: readonly Template[]
  onChange: (template: Template) => void
  onRemove: (template: Template) => void
}

function Lines({ templates, onChange, onRemove }: LinesProps) {
  if (templates.length === 0) return <Empty>还没有模板，常用的通知和催报可存为模板</Empty>
  return (
    <ul aria-label="消息模板">
      {templates.map((template) => (
        <li key={template.id} className="flex items-center gap-2 border-line border-t py-2 first:border-t-0">
          <span className="min-w-0 flex-1">
            <span className="block truncate">{template.name}</span>
            <span className="block truncate text-ink-soft text-xs">{template.title}</span>
          </span>
          <Button look="quiet" onClick={() => onChange(template)}>
            修改
          </Button>
          <Button look="quiet" onClick={() => onRemove(template)}>
            删除
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Templates of the user's office. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(messageQueries.templates)
  const [changed, setChanged] = useState<Template | 'new'>()
  const [removed, setRemoved] = useState<Template>()
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title="消息模板"
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button look="primary" icon="plus" onClick={() => setChanged('new')}>
            新建模板
          </Button>
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading rows={3} />}
      {data && <Lines templates={data} onChange={setChanged} onRemove={setRemoved} />}
      {changed && (
        <TemplateForm
          template={changed === 'new' ? undefined : changed}
          onClose={() => setChanged(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title="删除模板"
          description={`确定删除模板“${removed.name}”吗？已发送的消息不受影响。`}
          action="删除"
          write={messageMutations.removeTemplate}
          variables={removed.id}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Dialog>
  )
}
