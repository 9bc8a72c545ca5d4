import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MenuForm } from './menu-form.tsx'
import { MenuLevel } from './menu-tree.tsx'
import { type MenuNode, systemWrites } from './queries.ts'

const TOP = 0

/** The menus as a tree, level by level. */
export function MenuScreen() {
  const [form, setForm] = useState<{ menu: MenuNode | undefined; pid: number }>()
  const [removed, setRemoved] = useState<MenuNode>()
  return (
    <section className="card">
      <header className="flex items-center border-line border-b px-4 py-2.5">
        <h1 className="mr-auto font-medium text-base">菜单管理</h1>
        <Button look="primary" icon="plus" onClick={() => setForm({ menu: undefined, pid: TOP })}>
          新建菜单
        </Button>
      </header>
      <MenuLevel
        pid={TOP}
        depth={0}
        onAdd={(pid) => setForm({ menu: undefined, pid })}
        onChange={(menu) => setForm({ menu, pid: menu.pid ?? TOP })}
        onRemove={setRemoved}
      />
      {form && <MenuForm {...form} onClose={() => setForm(undefined)} />}
      {removed && (
        <ConfirmDialog
          title="删除菜单"
          description={`确定删除“${removed.title}”及其全部下级菜单吗？`}
          action="删除"
          act={() => systemWrites.deleteMenu(removed.id)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  )
}
