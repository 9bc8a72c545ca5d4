import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { nonEmpty } from '@xinchu/validators'
import { useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { markupOf } from '../../lib/rich-text.ts'
import { AccountField } from '../../ui/account/account-field.tsx'
import { type AccountForm, type Texts, useAccountForm } from '../../ui/account/use-account-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MultiSelect } from '../../ui/form/combobox.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { type Choice, type RegionNode, usePorts } from '../../ui/ports.ts'
import { type MessageDraft, sendMessage } from './queries.ts'

const TO_KINDS = '1'
const TO_REGIONS = '2'
const PROVINCE = 3
const LONGEST = 5_000

// Single offices and users are chosen by the platform itself, such as for a returned project.
const OPEN_TARGETS: ReadonlySet<string> = new Set(['0', TO_KINDS, TO_REGIONS])

const listOf = (text: string | undefined) => (text ? text.split(',') : [])

function problemsOf(values: Texts): Texts {
  const target = values['targetType']
  const needed = [
    'title',
    'messageType',
    'content',
    ...(target === TO_KINDS ? ['targetDeptIds'] : []),
    ...(target === TO_REGIONS ? ['targetRegionCodes'] : []),
  ]
  return Object.fromEntries(
    needed.flatMap((name) => {
      const problem = nonEmpty(values[name])
      return problem ? [[name, problem]] : []
    }),
  )
}

function draftOf(values: Texts, publish: boolean): MessageDraft {
  const { title = '', content = '', messageType = '', level, targetType } = values
  const draft = {
    title,
    content: markupOf(content),
    messageType,
    targetType,
    publish,
    ...(level ? { level } : {}),
    ...(targetType === TO_KINDS ? { targetDeptIds: listOf(values['targetDeptIds']).map(Number) } : {}),
    ...(targetType === TO_REGIONS ? { targetRegionCodes: listOf(values['targetRegionCodes']) } : {}),
  }
  return draft as MessageDraft // the values come from the contract's dictionaries
}

interface ManyProps {
  form: AccountForm
  name: string
  label: string
  options: readonly Choice[]
}

function ManyField({ form, name, label, options }: ManyProps) {
  return (
    <Field label={label} required wide error={form.errorOf(name)}>
      {(control) => (
        <MultiSelect
          {...control}
          name={name}
          options={options}
          value={listOf(form.values[name])}
          onValue={(next) => form.set(name, next.join(','))}
        />
      )}
    </Field>
  )
}

/** The province whose office writes, and beyond which it cannot send; undefined for the nation. */
function useOwnProvince(): string | undefined {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  return Number(user.deptId) === PROVINCE ? user.provinceCode : undefined
}

/** A province with its cities. */
function placesOf(regions: readonly RegionNode[], code: string): readonly RegionNode[] {
  return regions.flatMap((each) => (each.value === code ? [each, ...(each.children ?? [])] : []))
}

function Fields({ form }: { form: AccountForm }) {
  const { useDict, useRegions } = usePorts()
  const types = useDict('message_type')
  const levels = useDict('message_level')
  const province = useOwnProvince()
  const targets = useDict('message_target').filter(({ value }) =>
    province ? value === TO_REGIONS : OPEN_TARGETS.has(value),
  )
  const kinds = useDict('dept_kind')
  const target = form.values['targetType']
  const regions = useRegions(target === TO_REGIONS)
  const places = province ? placesOf(regions, province) : regions
  return (
    <div className="grid max-h-[60dvh] gap-x-4 overflow-y-auto px-1 sm:grid-cols-2">
      <AccountField form={form} name="title" label="标题" required maxLength={100} wide />
      <AccountField form={form} name="messageType" label="消息类型" required options={types} />
      <AccountField form={form} name="level" label="级别" options={levels} />
      <AccountField form={form} name="targetType" label="发送范围" required options={targets} />
      {target === TO_KINDS && <ManyField form={form} name="targetDeptIds" label="部门类别" options={kinds} />}
      {target === TO_REGIONS && (
        <ManyField form={form} name="targetRegionCodes" label="行政区划" options={places} />
      )}
      <Field label="正文" required wide error={form.errorOf('content')}>
        {(control) => (
          <Textarea
            {...control}
            name="content"
            rows={6}
            maxLength={LONGEST}
            value={form.values['content'] ?? ''}
            onValue={(text) => form.set('content', text)}
          />
        )}
      </Field>
    </div>
  )
}

/** Writes a message to everyone in reach, to kinds of departments, or to provinces. */
export function SendForm({ onClose }: { onClose: () => void }) {
  const province = useOwnProvince()
  const form = useAccountForm({
    specs: [],
    initial: {
      level: '1',
      ...(province ? { targetType: TO_REGIONS, targetRegionCodes: province } : { targetType: '0' }),
    },
    check: problemsOf,
  })
  const [isDraft, setDraft] = useState(false)
  const sending = useMutation({
    mutationFn: (publish: boolean) => sendMessage(draftOf(form.values, publish)),
    onSuccess(_, publish) {
      notify(publish ? '消息已发送' : '草稿已保存', 'success')
      onClose()
    },
    onError: form.takeError,
  })
  const send = (publish: boolean) => {
    setDraft(!publish)
    if (form.validate()) sending.mutate(publish)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="发送消息"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button busy={sending.isPending && isDraft} onClick={() => send(false)}>
            存为草稿
          </Button>
          <Button look="primary" busy={sending.isPending && !isDraft} onClick={() => send(true)}>
            发送
          </Button>
        </>
      }
    >
      <form ref={form.attach} onSubmit={(event) => event.preventDefault()} noValidate>
        <Fields form={form} />
      </form>
    </Dialog>
  )
}
