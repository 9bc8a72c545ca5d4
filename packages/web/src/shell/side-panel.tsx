import type { MenuItem } from '../app/menus.ts'
import { useSettings } from './settings.ts'
import { Sidebar } from './sidebar.tsx'

function Brand({ title }: { title: string }) {
  return (
    <div className="flex h-13 shrink-0 items-center gap-2.5 px-5 text-white">
      <img src="/icon.svg" alt="" className="size-6" />
      <span className="truncate font-medium text-s">{title}</span>
    </div>
  )
}

export interface SideProps {
  menus: readonly MenuItem[]
  active: string
  title: string
}

/** Platform name and menus. */
export function SidePanel({ menus, active, title }: SideProps) {
  const { sidebarLogo } = useSettings()
  return (
    <>
      {sidebarLogo && <Brand title={title} />}
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Sidebar menus={menus} active={active} />
      </div>
    </>
  )
}
