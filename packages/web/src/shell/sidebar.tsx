import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { leavesOf, type MenuItem, shortTitle } from '../app/menus.ts'
import { isScreen } from '../app/screens.ts'
import { Icon, isIcon } from '../ui/icons.tsx'
import { useSettings } from './settings.ts'

const EXTERNAL = /^(?:https?:|mailto:|tel:)/

/** What the sidebar offers: granted, not hidden, and known to this build. */
export function visibleMenus(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => {
    if (item.hidden) return []
    if (item.children.length === 0) return isScreen(item.path) || EXTERNAL.test(item.path) ? [item] : []
    const children = visibleMenus(item.children)
    return children.length > 0 ? [{ ...item, children }] : []
  })
}

const iconOf = (item: MenuItem) => (item.icon && isIcon(item.icon) ? item.icon : 'file')

function MenuLink({ item, active, isInner }: { item: MenuItem; active: string; isInner?: boolean }) {
  const isActive = item.path === active
  const look = isActive
    ? 'bg-sidebar-active font-medium text-white'
    : 'text-sidebar-ink hover:bg-white/7 hover:text-white'
  const className = `flex items-center gap-2.5 rounded-md py-2 pr-3 text-s ${isInner ? 'pl-10' : 'pl-3'} ${look}`
  const words = (
    <>
      {!isInner && <Icon name={iconOf(item)} />}
      <span className="truncate">{shortTitle(item.title)}</span>
    </>
  )
  if (EXTERNAL.test(item.path))
    return (
      <a href={item.path} target="_blank" rel="noopener" title={item.title} className={className}>
        {words}
      </a>
    )
  return (
    <Link
      to={item.path}
      title={item.title}
      aria-current={isActive ? 'page' : undefined}
      className={className}
    >
      {words}
    </Link>
  )
}

interface GroupProps {
  item: MenuItem
  active: string
  isOpen: boolean
  onToggle: () => void
}

function Group({ item, active, isOpen, onToggle }: GroupProps) {
  const id = `menu-${item.path.replaceAll('/', '-')}`
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex w-full items-center gap-2.5 rounded-md px-3 py-2 text-left text-s text-sidebar-ink hover:bg-white/7 hover:text-white"
      >
        <Icon name={iconOf(item)} />
        <span className="flex-1 truncate">{shortTitle(item.title)}</span>
        <Icon name="chevronDown" size={14} className={`transition-transform ${isOpen ? '' : '-rotate-90'}`} />
      </button>
      <ul id={id} hidden={!isOpen} className="mt-0.5 grid gap-0.5">
        {item.children.map((child) => (
          <li key={child.path}>
            <MenuLink item={child} active={active} isInner />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The menus that the server granted; one group open at a time where that is set. */
export function Sidebar({ menus, active }: { menus: readonly MenuItem[]; active: string }) {
  const { uniqueOpened } = useSettings()
  const holder = menus.find(({ children }) => leavesOf(children).some(({ path }) => path === active))?.path
  const [opened, setOpened] = useState<readonly string[]>([])
  const [lastHolder, setLastHolder] = useState<string>()
  // The group of the page that one comes to opens by itself.
  if (holder && holder !== lastHolder) {
    setLastHolder(holder)
    setOpened(uniqueOpened ? [holder] : [...opened, holder])
  }
  const toggle = (path: string) => {
    if (opened.includes(path)) return setOpened(opened.filter((each) => each !== path))
    setOpened(uniqueOpened ? [path] : [...opened, path])
  }
  return (
    <nav aria-label="主菜单" className="px-3 pt-2 pb-6">
      <ul className="grid gap-0.5">
        {menus.map((item) =>
          item.children.length === 0 ? (
            <li key={item.path}>
              <MenuLink item={item} active={active} />
            </li>
          ) : (
            <Group
              key={item.path}
              item={item}
              active={active}
              isOpen={opened.includes(item.path)}
              onToggle={() => toggle(item.path)}
            />
          ),
        )}
      </ul>
    </nav>
  )
}
