import { useQuery } from '@tanstack/react-query'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/form/context.ts'
import { Select } from '../../ui/inputs.tsx'
import { messageQueries } from './queries.ts'

/** Fills the form from a template of the office. */
export function TemplateChoice() {
  const { store } = useForm()
  const { data = [] } = useQuery(messageQueries.templates)
  if (data.length === 0) return null
  const choose = (id: string) => {
    const template = data.find((each) => String(each.id) === id)
    if (!template) return
    const { title, content, messageType, level, needReceipt } = template
    store.set({
      title: title ?? '',
      content: content ?? '',
      messageType: messageType ?? '',
      ...(level ? { level } : {}),
      needReceipt: String(needReceipt ?? false),
    })
  }
  return (
    <Field label="套用模板" wide>
      {(control) => (
        <Select
          {...control}
          value=""
          onValue={choose}
          options={data.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
          placeholder="不使用模板"
        />
      )}
    </Field>
  )
}
