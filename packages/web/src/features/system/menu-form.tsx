import { useMutation } from '@tanstack/react-query'
import type { FieldSpec } from '@xinchu/validators'
import { useState } from 'react'
import { AccountField } from '../../ui/account/account-field.tsx'
import { type Texts, useAccountForm } from '../../ui/account/use-account-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { type MenuDraft, type MenuNode, systemWrites } from './queries.ts'

export const MENU_TYPES = [
  { value: '0', label: '目录' },
  { value: '1', label: '菜单' },
  { value: '2', label: '按钮' },
] as const

const specs: readonly FieldSpec[] = [
  { name: 'title', caption: '标题', kind: 'string', draft: true, maxLength: 60 },
  { name: 'type', caption: '类型', kind: 'string', draft: true },
  { name: 'path', caption: '路径', kind: 'string', draft: true, maxLength: 200 },
  { name: 'icon', caption: '图标', kind: 'string', maxLength: 60 },
  { name: 'permission', caption: '权限标识', kind: 'string', maxLength: 60 },
  { name: 'menuSort', caption: '排序', kind: 'integer', minimum: 0, maximum: 99_999 },
]
const TEXTS = ['title', 'path', 'icon', 'permission', 'menuSort'] as const

const FLAGS = [
  ['hidden', '隐藏'],
  ['cache', '缓存'],
  ['affix', '固定标签'],
  ['alwaysShow', '总是显示上级'],
] as const

type Flags = Readonly<Record<(typeof FLAGS)[number][0], boolean>>

interface MenuFormProps {
  /** The menu that is changed; a new one where absent. */
  menu: MenuNode | undefined
  /** Where a new one hangs; 0 is the top. */
  pid: number
  onClose: () => void
}

function draftOf(values: Texts, flags: Flags, pid: number): MenuDraft {
  const { title = '', path = '', type, icon, permission, menuSort } = values
  const draft = {
    pid,
    title,
    path,
    type: Number(type),
    ...flags,
    ...(icon ? { icon } : {}),
    ...(permission ? { permission } : {}),
    ...(menuSort ? { menuSort: Number(menuSort) } : {}),
  }
  return draft as MenuDraft // the type is one of MENU_TYPES
}

function useMenuForm({ menu, pid, onClose }: MenuFormProps) {
  const form = useAccountForm({
    specs,
    initial: {
      ...Object.fromEntries(TEXTS.map((name) => [name, String(menu?.[name] ?? '')])),
      type: String(menu?.type ?? 1),
    },
  })
  const [flags, setFlags] = useState<Flags>(() => ({
    hidden: menu?.hidden ?? false,
    cache: menu?.cache ?? true,
    affix: menu?.affix ?? false,
    alwaysShow: menu?.alwaysShow ?? false,
  }))
  const saving = useMutation({
    mutationFn: () => {
      const draft = draftOf(form.values, flags, menu?.pid ?? pid)
      if (!menu) return systemWrites.createMenu(draft)
      const version = menu.version === undefined ? {} : { version: menu.version }
      return systemWrites.updateMenu({ ...draft, ...version, id: menu.id })
    },
    onSuccess() {
      notify('已保存，重新登录后生效', 'success')
      onClose()
    },
    onError: form.takeError,
  })
  const submit = () => form.validate() && saving.mutate()
  return { form, flags, setFlags, isSaving: saving.isPending, submit }
}

/** Adds a menu or changes one. */
export function MenuForm(props: MenuFormProps) {
  const { menu, onClose } = props
  const { form, flags, setFlags, isSaving, submit } = useMenuForm(props)
  return (
    <Dialog
      open
      onClose={onClose}
      title={menu ? '修改菜单' : '新建菜单'}
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
        <AccountField form={form} name="title" />
        <AccountField form={form} name="type" options={MENU_TYPES} />
        <AccountField form={form} name="path" wide />
        <AccountField form={form} name="icon" />
        <AccountField form={form} name="menuSort" inputMode="numeric" />
        <AccountField form={form} name="permission" wide />
        <div className="col-span-full flex flex-wrap gap-x-5 gap-y-1.5 text-s">
          {FLAGS.map(([name, label]) => (
            <Checkbox
              key={name}
              checked={flags[name]}
              onChecked={(isOn) => setFlags((before) => ({ ...before, [name]: isOn }))}
            >
              {label}
            </Checkbox>
          ))}
        </div>
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
