import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { AuditLink } from '../../app/audit-link.tsx'
import { screenAt } from '../../app/screens.ts'
import { useFormSlice } from '../../ui/form/context.ts'
import { FlagsField } from '../../ui/form/flags-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { textAt, valuesOf } from '../../ui/form/values.ts'
import { IconField } from './icon-field.tsx'
import { addressOf, parentChoices } from './menu-parents.ts'
import { type MenuDraft, type MenuNode, systemMutations, systemQueries } from './queries.ts'

export const MENU_TYPES = [
  { value: '0', label: '目录' },
  { value: '1', label: '菜单' },
  { value: '2', label: '按钮' },
] as const

const BUTTON = '2'
const FOLDER = '0'
const FOLDER_FLAGS = ['hidden', 'breadcrumb', 'alwaysShow'] as const
const PAGE_FLAGS = ['hidden', 'cache', 'affix', 'breadcrumb', 'iFrame'] as const

interface MenuFormProps {
  /** The menu to edit; a new one if absent. */
  menu?: MenuNode
  /** Initial parent of a new menu; the top level if absent. */
  parent?: MenuNode | undefined
  onClose: () => void
}

/** Possible parents. */
function ParentField({ menu, parent }: Pick<MenuFormProps, 'menu' | 'parent'>) {
  const { data = [] } = useQuery(systemQueries.superiorMenus(menu?.id))
  const choices = parentChoices(data)
  const isThere = !parent || choices.some(({ value }) => value === String(parent.id))
  const options = isThere ? choices : [...choices, { value: String(parent.id), label: parent.title ?? '' }]
  return <SpecField name="pid" options={options} hint="" />
}

/** The page of this build that a menu opens by its address. */
function PageOfBuild({ menu }: { menu: MenuNode | undefined }) {
  const { data = [] } = useQuery(systemQueries.superiorMenus(menu?.id))
  const address = useFormSlice(({ values }) => addressOf(data, textAt(values, 'pid'), textAt(values, 'path')))
  const isOuter = useFormSlice(({ values }) => textAt(values, 'iFrame') === 'true')
  if (isOuter || address === undefined) return null
  const isThere = screenAt(address) !== undefined
  return (
    <p role="status" className="text-ink-faint text-s">
      {isThere ? `打开本版的页面 ${address}` : `本版没有页面 ${address}，菜单不会显示`}
    </p>
  )
}

function MenuFields({ menu, parent }: Pick<MenuFormProps, 'menu' | 'parent'>) {
  const type = useFormSlice(({ values }) => textAt(values, 'type'))
  const isPage = type !== FOLDER && type !== BUTTON
  return (
    <>
      <SpecField name="title" />
      <SpecField name="type" options={MENU_TYPES} hint="" />
      <ParentField {...(menu ? { menu } : {})} parent={parent} />
      <SpecField name="menuSort" hint="小的在前" />
      {type !== BUTTON && <SpecField name="path" hint="相对于上级，不以 / 开头；外链填写完整网址" />}
      {isPage && <PageOfBuild menu={menu} />}
      {type === FOLDER && (
        <SpecField name="redirect" hint="打开本目录的地址时转到的页面，如 /contact/index；不填则没有页面" />
      )}
      {isPage && <SpecField name="activeMenu" hint="本页面打开时在侧栏高亮的菜单地址" />}
      <SpecField name="permission" />
      {type !== BUTTON && <IconField />}
      {type !== BUTTON && <FlagsField label="显示" names={type === FOLDER ? FOLDER_FLAGS : PAGE_FLAGS} />}
    </>
  )
}

/** What is sent of the input. Only a folder has a redirect, and only a page leads outside: another type leaves them behind. */
function draftOf({ redirect, iFrame, ...draft }: Partial<MenuDraft>): MenuDraft {
  const own = String(draft.type) === FOLDER ? redirect && { redirect } : iFrame !== undefined && { iFrame }
  return { path: '', ...draft, ...own } as MenuDraft // checked by the same contract
}

/** Form of a menu. Fields it does not show are sent unchanged, because a change replaces the whole menu. */
export function MenuForm({ menu, parent, onClose }: MenuFormProps) {
  const initial = menu
    ? valuesOf(fields.MenuFields, { pid: 0, ...menu })
    : { pid: String(parent?.id ?? 0), type: '1', cache: 'true', breadcrumb: 'true' }
  const form = useRecordForm({
    id: 'menu',
    recordId: menu?.id ?? `below-${parent?.id ?? 0}`,
    version: menu?.version,
    specs: fields.MenuFields,
    initial,
  })
  const saving = useSaving(
    form,
    systemMutations.saveMenu,
    () => ({
      draft: draftOf(form.store.draft()),
      stored: menu,
    }),
    onClose,
  )
  return (
    <FormDialog
      form={form}
      title={menu ? `修改菜单：${menu.title}` : '新建菜单'}
      {...saving}
      onClose={onClose}
    >
      <MenuFields {...(menu ? { menu } : {})} parent={parent} />
      {menu && <AuditLink kind="MENU" id={menu.id} />}
    </FormDialog>
  )
}
