import { useDeferredValue, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Input } from '../../ui/inputs.tsx'
import { MenuForm } from './menu-form.tsx'
import { FoundMenus, MenuHead, MenuLevel } from './menu-tree.tsx'
import { type MenuNode, systemMutations } from './queries.ts'
import { MenuGrants } from './roles/menu-grants.tsx'

const TOP = 0

/** The open form: a menu to edit, or the parent of a new one. */
type Task = { menu: MenuNode } | { parent: MenuNode | undefined }

function describe({ title, subCount = 0 }: MenuNode): string {
  const below = subCount > 0 ? `及其 ${subCount} 个下级菜单` : ''
  return `确定删除“${title}”${below}吗？已授予的权限一并收回，不能恢复。`
}

/** Menus as a lazily loaded tree, or as search results. */
export function MenuScreen() {
  const [task, setTask] = useState<Task>()
  const [removed, setRemoved] = useState<MenuNode>()
  const [asked, setAsked] = useState<MenuNode>()
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  const actions = {
    onAdd: (parent: MenuNode) => setTask({ parent }),
    onChange: (menu: MenuNode) => setTask({ menu }),
    onRemove: setRemoved,
    onGrants: setAsked,
  }
  return (
    <section className="card overflow-clip">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5">
        <h1 className="mr-auto font-medium text-base">菜单管理</h1>
        <div className="w-52 max-sm:order-last max-sm:w-full">
          <Input
            type="search"
            aria-label="查找菜单"
            placeholder="标题、组件或权限标识"
            value={text}
            onValue={setText}
          />
        </div>
        <Button look="primary" icon="plus" onClick={() => setTask({ parent: undefined })}>
          新建菜单
        </Button>
      </header>
      <MenuHead />
      {words === '' ? (
        <MenuLevel pid={TOP} depth={0} {...actions} />
      ) : (
        <FoundMenus words={words} {...actions} />
      )}
      {task && <MenuForm {...task} onClose={() => setTask(undefined)} />}
      {asked && <MenuGrants menu={asked} onClose={() => setAsked(undefined)} />}
      {removed && (
        <ConfirmDialog
          title="删除菜单"
          description={describe(removed)}
          action="删除"
          write={systemMutations.deleteMenu}
          variables={removed.id}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  )
}
