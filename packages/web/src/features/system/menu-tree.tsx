import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { MENU_TYPES } from './menu-form.tsx'
import { type MenuNode, systemQueries } from './queries.ts'

export interface MenuActions {
  onAdd: (pid: number) => void
  onChange: (menu: MenuNode) => void
  onRemove: (menu: MenuNode) => void
}

interface ItemProps extends MenuActions {
  menu: MenuNode
  depth: number
}

const INDENT = 22

function Item({ menu, depth, ...actions }: ItemProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, title, path, type, menuSort, hidden, hasChildren } = menu
  const kind = MENU_TYPES.find(({ value }) => value === String(type))?.label
  return (
    <li>
      <div
        className="flex min-h-(--row-h) flex-wrap items-center gap-x-3 border-line border-b pr-3 text-s hover:bg-hover"
        style={{ paddingLeft: depth * INDENT + 8 }}
      >
        {hasChildren ? (
          <IconButton
            icon={isOpen ? 'chevronDown' : 'chevronRight'}
            label={`${isOpen ? '收起' : '展开'} ${title}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          <span className="size-8" />
        )}
        <span className="min-w-32 font-medium">{title}</span>
        <span className="min-w-0 flex-1 truncate text-ink-faint max-sm:hidden">{path}</span>
        {hidden && <span className="text-ink-faint text-xs">隐藏</span>}
        <span className="w-10 text-ink-soft">{kind}</span>
        <span className="w-12 text-right text-ink-faint tabular-nums max-sm:hidden">{menuSort}</span>
        <span className="ml-auto flex">
          <Button look="quiet" onClick={() => actions.onAdd(id)}>
            新增下级
          </Button>
          <Button look="quiet" onClick={() => actions.onChange(menu)}>
            修改
          </Button>
          <Button look="quiet" onClick={() => actions.onRemove(menu)}>
            删除
          </Button>
        </span>
      </div>
      {isOpen && <MenuLevel pid={id} depth={depth + 1} {...actions} />}
    </li>
  )
}

interface LevelProps extends MenuActions {
  pid: number
  depth: number
}

/** The menus below one, read when they are first shown. */
export function MenuLevel({ pid, depth, ...actions }: LevelProps) {
  const { data, error, refetch } = useQuery(systemQueries.menus(pid))
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={depth === 0 ? 8 : 2} />
  if (data.length === 0) return depth === 0 ? <Empty>暂无菜单</Empty> : null
  return (
    <ul>
      {data.map((menu) => (
        <Item key={menu.id} menu={menu} depth={depth} {...actions} />
      ))}
    </ul>
  )
}
