import { Icon } from '../ui/icons.tsx'

interface HelpLinkProps {
  deptId: number | undefined
  /** Address of the shown page. */
  path: string
}

/** Opens the user manual at the chapter about the shown page. */
export const HelpLink = ({ deptId, path }: HelpLinkProps) => (
  <a
    href={`/docs/manual/at?kind=${deptId}&path=${path}`}
    target="_blank"
    rel="noopener"
    title="本页帮助"
    aria-label="本页帮助（在新窗口打开）"
    className="inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink max-sm:hidden"
  >
    <Icon name="book" size={18} />
  </a>
)
