import { useMutation } from '@tanstack/react-query'
import type { FieldSpec } from '@xinchu/validators'
import { useState } from 'react'
import { AccountField } from '../../ui/account/account-field.tsx'
import { useAccountForm } from '../../ui/account/use-account-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { type DictEntry, systemWrites } from './queries.ts'

const specs: readonly FieldSpec[] = [
  { name: 'label', caption: '名称', kind: 'string', draft: true, maxLength: 100 },
  { name: 'value', caption: '取值', kind: 'string', draft: true, maxLength: 40 },
  { name: 'parent', caption: '上级取值', kind: 'string', maxLength: 40 },
  { name: 'dictSort', caption: '排序', kind: 'integer', minimum: 0, maximum: 99_999 },
]

interface EntryFormProps {
  dictName: string
  /** The entry that is changed; a new one where absent. */
  entry: DictEntry | undefined
  onClose: () => void
}

function useEntryForm({ dictName, entry, onClose }: EntryFormProps) {
  const form = useAccountForm({
    specs,
    initial: {
      label: entry?.label ?? '',
      value: entry?.value ?? '',
      parent: entry?.parent ?? '',
      dictSort: String(entry?.dictSort ?? ''),
    },
  })
  const [enabled, setEnabled] = useState(entry?.enabled ?? true)
  const saving = useMutation({
    mutationFn: () => {
      const { label = '', value = '', parent, dictSort } = form.values
      const draft = {
        dict: { name: dictName },
        label,
        value,
        enabled,
        ...(parent ? { parent } : {}),
        ...(dictSort ? { dictSort: Number(dictSort) } : {}),
      }
      if (!entry) return systemWrites.createEntry(draft)
      const version = entry.version === undefined ? {} : { version: entry.version }
      return systemWrites.updateEntry({ ...draft, ...version, id: entry.id })
    },
    onSuccess() {
      notify('已保存', 'success')
      onClose()
    },
    onError: form.takeError,
  })
  const submit = () => form.validate() && saving.mutate()
  return { form, enabled, setEnabled, isSaving: saving.isPending, submit }
}

/** Adds an entry to a dictionary or changes one. A value that records hold stays as it is. */
export function EntryForm(props: EntryFormProps) {
  const { entry, onClose } = props
  const { form, enabled, setEnabled, isSaving, submit } = useEntryForm(props)
  return (
    <Dialog
      open
      onClose={onClose}
      title={entry ? '修改字典项' : '新建字典项'}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={isSaving} onClick={submit}>
            保存
          </Button>
        </>
      }
    >
      <form
        ref={form.attach}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="grid gap-x-4 sm:grid-cols-2"
      >
        <AccountField form={form} name="label" />
        <AccountField form={form} name="value" disabled={entry !== undefined} />
        <AccountField form={form} name="parent" />
        <AccountField form={form} name="dictSort" inputMode="numeric" />
        <Checkbox checked={enabled} onChecked={setEnabled}>
          启用
        </Checkbox>
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
