import { fields } from '@xinchu/contract/fields'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormHeading } from '../../../ui/form/form-heading.tsx'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useMaking } from '../../../ui/form/use-making.ts'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { PasswordDialog } from '../../../ui/password-once.tsx'
import { reviewWrites } from '../writes.ts'
import { expertRows, jointWorkOf, ProfileFields } from './expert-fields.tsx'

type Draft = Parameters<NonNullable<typeof reviewWrites.createExpert.mutationFn>>[0]['draft']

const MADE =
  '这份填写已在另一窗口或设备增加专家，没有再增加。请在专家库中查看；初始密码未记下的，请系统管理员重置'

/** Adds an expert and shows the first password once. */
export function NewExpert({ onClose }: { onClose: () => void }) {
  const form = useRecordForm({
    id: 'expert-profile',
    specs: fields.ExpertDraft,
    rows: expertRows,
    initial: { available: 'true' },
  })
  const adding = useMaking(form, reviewWrites.createExpert, MADE)
  const add = () => {
    if (!form.validate('submit')) return
    const draft = { ...form.store.draft(), jointWork: jointWorkOf(form.store.state().values) }
    // The server checks the same contract again.
    adding.mutate({ draft: draft as unknown as Draft, unsavedSlot: form.slot() })
  }
  if (adding.data) {
    const { username, initialPassword } = adding.data
    return (
      <PasswordDialog title="专家已增加" username={username} password={initialPassword} onClose={onClose} />
    )
  }
  return (
    <FormDialog
      form={form}
      title="新增专家"
      action="增加"
      busy={adding.isPending}
      onSubmit={add}
      onClose={onClose}
    >
      <FormHeading>账号与本人信息</FormHeading>
      <SpecField name="username" hint="4–30 位，不含汉字和空格" />
      <SpecField name="realName" />
      <SpecField name="phone" />
      <SpecField name="idCard" />
      <SpecField name="email" />
      <SpecField name="position" />
      <SpecField name="officePhone" />
      <FormHeading>专家档案</FormHeading>
      <ProfileFields />
    </FormDialog>
  )
}
