import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon, isIcon } from '../../ui/icons.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { MENU_TYPES } from './menu-form.tsx'
import { type MenuNode, systemQueries } from './queries.ts'

export interface MenuActions {
  onAdd: (parent: MenuNode) => void
  onChange: (menu: MenuNode) => void
  onRemove: (menu: MenuNode) => void
  /** Shows who sees it. */
  onGrants: (menu: MenuNode) => void
}

interface RowProps extends MenuActions {
  menu: MenuNode
  depth: number
  /** Toggles the level below; absent if there is none. */
  toggle?: { isOpen: boolean; press: () => void } | undefined
}

const INDENT = 22
/** Width of a name in px, which aligns the columns after it. */
const NAME = 250
const BUTTON = 2

/** One menu with title, target and actions. */
function Row({ menu, depth, toggle, onAdd, onChange, onRemove, onGrants }: RowProps) {
  const { title, path, type, icon, menuSort, hidden, permission } = menu
  const kind = MENU_TYPES.find(({ value }) => value === String(type))?.label
  return (
    <div
      className="flex min-h-(--row-h) flex-wrap items-center gap-x-3 border-line border-b pr-3 text-s hover:bg-hover"
      style={{ paddingLeft: depth * INDENT + 8 }}
    >
      <div className="flex items-center gap-1.5" style={{ minWidth: NAME - depth * INDENT }}>
        {toggle ? (
          <IconButton
            icon={toggle.isOpen ? 'chevronDown' : 'chevronRight'}
            label={`${toggle.isOpen ? '收起' : '展开'} ${title}`}
            aria-expanded={toggle.isOpen}
            onClick={toggle.press}
          />
        ) : (
          <span className="size-8 shrink-0" />
        )}
        <Icon name={icon && isIcon(icon) ? icon : 'file'} className="text-ink-faint" />
        <span className="font-medium">{title}</span>
        {hidden && <StatusTag label="隐藏" />}
      </div>
      <span className="min-w-0 flex-1 truncate text-ink-faint max-md:hidden" title={path}>
        {path}
      </span>
      <span className="w-32 truncate text-ink-faint max-xl:hidden" title={permission}>
        {permission}
      </span>
      <span className="w-10 text-ink-soft">{kind}</span>
      <span className="w-12 text-right text-ink-faint tabular-nums max-md:hidden">{menuSort}</span>
      <span className="ml-auto flex md:w-60">
        {type !== BUTTON && (
          <Button look="quiet" className="px-2!" onClick={() => onAdd(menu)}>
            新增下级
          </Button>
        )}
        <Button look="quiet" className="px-2!" onClick={() => onGrants(menu)}>
          可见范围
        </Button>
        <Button look="quiet" className="px-2!" onClick={() => onChange(menu)}>
          修改
        </Button>
        <Button look="quiet" className="px-2!" onClick={() => onRemove(menu)}>
          删除
        </Button>
      </span>
    </div>
  )
}

function Branch({ menu, depth, ...actions }: MenuActions & { menu: MenuNode; depth: number }) {
  const [isOpen, setOpen] = useState(false)
  const toggle = menu.hasChildren ? { isOpen, press: () => setOpen(!isOpen) } : undefined
  return (
    <li>
      <Row menu={menu} depth={depth} toggle={toggle} {...actions} />
      {isOpen && menu.hasChildren && <MenuLevel pid={menu.id} depth={depth + 1} {...actions} />}
    </li>
  )
}

interface LevelProps extends MenuActions {
  pid: number
  depth: number
}

/** Captions above the columns of the menus. */
export function MenuHead() {
  return (
    <div
      aria-hidden="true"
      className="flex min-h-9 items-center gap-x-3 border-line border-b bg-sunken pr-3 text-ink-soft text-s"
    >
      <span className="pl-11.5" style={{ minWidth: NAME + 8 }}>
        菜单标题
      </span>
      <span className="flex-1 max-md:hidden">路由地址</span>
      <span className="w-32 max-xl:hidden">权限标识</span>
      <span className="w-10">类型</span>
      <span className="w-12 text-right max-md:hidden">排序</span>
      <span className="ml-auto w-60 pl-2 max-sm:hidden">操作</span>
    </div>
  )
}

/** Children of a menu, loaded when first shown. */
export function MenuLevel({ pid, depth, ...actions }: LevelProps) {
  const { data, error, refetch } = useQuery(systemQueries.menus(pid))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={depth === 0 ? 8 : 2} />
  if (data.length === 0) return depth === 0 ? <Empty>暂无菜单</Empty> : null
  return (
    <ul>
      {data.map((menu) => (
        <Branch key={menu.id} menu={menu} depth={depth} {...actions} />
      ))}
    </ul>
  )
}

/** Menus of all levels whose title, component or permission contains the text. */
export function FoundMenus({ words, ...actions }: MenuActions & { words: string }) {
  const { data, error, refetch } = useQuery(systemQueries.foundMenus(words))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  if (data.length === 0) return <Empty>没有符合条件的菜单</Empty>
  return (
    <ul>
      {data.map((menu) => (
        <li key={menu.id}>
          <Row menu={menu} depth={0} {...actions} />
        </li>
      ))}
    </ul>
  )
}
