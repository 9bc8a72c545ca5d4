import { useState } from 'react'
import { GrantedLink } from '../app/granted-link.tsx'
import { leavesOf, type MenuItem, shortTitle } from '../app/menus.ts'
import { isScreen } from '../app/screens.ts'
import { Icon, isIcon } from '../ui/icons.tsx'
import { DESK, DeskCount } from './desk-count.tsx'
import { useSettings } from './settings.ts'

const EXTERNAL = /^(?:https?:|mailto:|tel:)/

/** Sidebar menus: granted, visible and known to this build. A single page needs no folder, unless that is always shown. */
export function visibleMenus(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => {
    if (item.hidden) return []
    if (item.children.length === 0) return isScreen(item.path) || EXTERNAL.test(item.path) ? [item] : []
    const children = visibleMenus(item.children)
    if (isBare(item)) return children
    return children.length > 0 ? [{ ...item, children }] : []
  })
}

/** Whether a folder stands for its single page, which takes its place. */
export const isBare = ({ alwaysShow, children }: MenuItem): boolean =>
  !alwaysShow && visibleMenus(children).length === 1

const iconOf = (item: MenuItem) => (item.icon && isIcon(item.icon) ? item.icon : 'file')

/** Indentation of a menu level. Only the outermost has icons. */
const indentOf = (level: number) => ({ paddingLeft: level === 0 ? 12 : 24 + level * 16 })

interface ItemProps {
  item: MenuItem
  level: number
  active: string
}

function MenuLink({ item, active, level }: ItemProps) {
  const isActive = item.path === active
  const look = isActive
    ? 'bg-sidebar-active font-medium text-white'
    : 'text-sidebar-ink hover:bg-white/7 hover:text-white'
  const className = `flex items-center gap-2.5 rounded-md py-2 pr-3 text-s ${look}`
  const words = (
    <>
      {level === 0 && <Icon name={iconOf(item)} />}
      <span className="truncate">{shortTitle(item.title)}</span>
      {item.path === DESK && <DeskCount />}
    </>
  )
  if (EXTERNAL.test(item.path))
    return (
      <a
        href={item.path}
        target="_blank"
        rel="noopener"
        title={item.title}
        className={className}
        style={indentOf(level)}
      >
        {words}
      </a>
    )
  return (
    <GrantedLink
      to={item.path}
      title={item.title}
      aria-current={isActive ? 'page' : undefined}
      className={className}
      style={indentOf(level)}
    >
      {words}
    </GrantedLink>
  )
}

interface OpenGroups {
  has: (path: string) => boolean
  toggle: (path: string, siblings: readonly MenuItem[]) => void
}

type LevelProps = Omit<ItemProps, 'item'> & { items: readonly MenuItem[]; groups: OpenGroups }

function Group({ item, items, level, active, groups }: LevelProps & { item: MenuItem }) {
  const id = `menu-${item.path.replaceAll('/', '-')}`
  const isOpen = groups.has(item.path)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        title={item.title}
        onClick={() => groups.toggle(item.path, items)}
        className="flex w-full items-center gap-2.5 rounded-md py-2 pr-3 text-left text-s text-sidebar-ink hover:bg-white/7 hover:text-white"
        style={indentOf(level)}
      >
        {level === 0 && <Icon name={iconOf(item)} />}
        <span className="flex-1 truncate">{shortTitle(item.title)}</span>
        <Icon name="chevronDown" size={14} className={`transition-transform ${isOpen ? '' : '-rotate-90'}`} />
      </button>
      <ul id={id} hidden={!isOpen} className="mt-0.5 grid gap-0.5">
        <Level items={item.children} level={level + 1} active={active} groups={groups} />
      </ul>
    </>
  )
}

function Level({ items, ...rest }: LevelProps) {
  return items.map((item) => (
    <li key={item.path}>
      {item.children.length === 0 ? (
        <MenuLink item={item} {...rest} />
      ) : (
        <Group item={item} items={items} {...rest} />
      )}
    </li>
  ))
}

/** Groups of a page, outermost first. */
function groupsAround(items: readonly MenuItem[], path: string): string[] {
  const group = items.find(({ children }) => leavesOf(children).some((leaf) => leaf.path === path))
  return group ? [group.path, ...groupsAround(group.children, path)] : []
}

/** The granted menus, optionally with one open group per level. */
export function Sidebar({ menus, active }: { menus: readonly MenuItem[]; active: string }) {
  const { uniqueOpened } = useSettings()
  const around = groupsAround(menus, active)
  const [opened, setOpened] = useState<readonly string[]>([])
  const [lastAround, setLastAround] = useState('')
  // Groups of the current page open automatically.
  if (around.length > 0 && around.join() !== lastAround) {
    setLastAround(around.join())
    setOpened(uniqueOpened ? around : [...opened, ...around])
  }
  const groups: OpenGroups = {
    has: (path) => opened.includes(path),
    toggle(path, siblings) {
      if (opened.includes(path)) return setOpened(opened.filter((each) => each !== path))
      const others = opened.filter((each) => !siblings.some((sibling) => sibling.path === each))
      setOpened([...(uniqueOpened ? others : opened), path])
    },
  }
  return (
    <nav aria-label="主菜单" className="px-3 pt-2 pb-6 in-[body:has(.unread-alert)]:pb-28">
      <ul className="grid gap-0.5">
        <Level items={menus} level={0} active={active} groups={groups} />
      </ul>
    </nav>
  )
}
