import { GrantedLink } from '../../app/granted-link.tsx'
import { shortTitle } from '../../app/menus.ts'
import { useView } from '../../app/views/view-context.ts'
import { Icon, isIcon } from '../../ui/icons.tsx'
import { useGranted } from './use-granted.ts'

/** Links to the user's other pages. */
export function Shortcuts() {
  const { screen: here } = useView()
  const pages = useGranted().filter(({ path, hidden }) => !hidden && path !== here && !path.includes(':'))
  if (pages.length === 0) return null
  return (
    <nav className="card min-w-0 px-4 py-3" aria-label="常用功能">
      <h2 className="mb-2 font-medium">常用功能</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2">
        {pages.map(({ path, title, icon }) => (
          <li key={path}>
            <GrantedLink
              to={path as never} // an address of the server's menu that this build has
              className="flex items-center gap-2 rounded-md border border-line px-3 py-2 text-s hover:border-brand hover:text-brand-ink"
            >
              <Icon name={icon && isIcon(icon) ? icon : 'file'} className="text-ink-faint" />
              <span className="truncate">{shortTitle(title)}</span>
            </GrantedLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
