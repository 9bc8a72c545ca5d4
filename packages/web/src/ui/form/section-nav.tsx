import { type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '../icons.tsx'
import { useFormSlice } from './context.ts'
import { ownerOf } from './issues.ts'

export interface NavSection {
  /** Id of the section's element. */
  id: string
  title: string
  /** Its fields. */
  names: readonly string[]
}

/** Remarks in a section. */
export interface NavMark {
  total: number
  open: number
}

/** Finds a section's element within the surrounding form, because kept views may contain the same form twice. */
const sectionOf = (nav: Element | null, id: string): Element | undefined =>
  nav?.closest('form')?.querySelector(`#${CSS.escape(id)}`) ?? undefined

/** Current section: the last one whose title has passed the upper third of the window. */
function useCurrent(nav: RefObject<Element | null>, sections: readonly NavSection[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const read = () => {
      const passed = sections.filter(({ id }) => {
        const top = sectionOf(nav.current, id)?.getBoundingClientRect().top
        return top !== undefined && top < window.innerHeight / 3
      })
      setCurrent((passed.at(-1) ?? sections[0])?.id)
    }
    read()
    // The scroll container, the window or an element.
    document.addEventListener('scroll', read, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', read, { capture: true })
  }, [nav, sections])
  return current
}

/** Open remarks of a section, or a check when all are handled. */
function Mark({ mark: { total, open } }: { mark: NavMark }) {
  if (total === 0) return null
  if (open === 0)
    return (
      <span className="text-success">
        <Icon name="check" size={14} />
        <span className="sr-only">，意见已处理</span>
      </span>
    )
  return (
    <span className="grid size-4.5 place-items-center rounded-full bg-danger text-[11px] text-surface">
      <span aria-hidden="true">{open}</span>
      <span className="sr-only">，{open} 处待处理</span>
    </span>
  )
}

interface NavItemProps {
  section: NavSection
  isCurrent: boolean
  mark: NavMark | undefined
  onGo: ((id: string) => void) | undefined
}

function NavItem({ section, isCurrent, mark, onGo }: NavItemProps) {
  const errors = useFormSlice(
    ({ issues }) =>
      issues.filter(({ level, field }) => level === 'error' && section.names.includes(ownerOf(field))).length,
  )
  const go = (event: React.MouseEvent) => {
    event.preventDefault()
    const link = event.currentTarget
    onGo?.(section.id)
    // A hidden section is shown first.
    requestAnimationFrame(() =>
      sectionOf(link, section.id)?.scrollIntoView({ behavior: 'smooth', block: 'start' }),
    )
  }
  return (
    <li className="shrink-0">
      <a
        href={`#${section.id}`}
        onClick={go}
        aria-current={isCurrent ? 'true' : undefined}
        className="flex items-center gap-2 whitespace-nowrap border-transparent px-3 py-1.5 text-ink-soft text-s hover:text-brand-ink aria-[current]:border-brand aria-[current]:text-brand-ink max-xl:border-b-2 xl:border-l-2"
      >
        {section.title}
        {errors > 0 && (
          <span className="rounded-full bg-danger-soft px-1.5 text-danger text-xs">
            {errors}
            <span className="sr-only"> 处有误</span>
          </span>
        )}
        {mark && <Mark mark={mark} />}
      </a>
    </li>
  )
}

interface SectionNavProps {
  sections: readonly NavSection[]
  /** Remarks by the section's id. */
  marks?: Readonly<Record<string, NavMark>>
  /** Called before a section is scrolled to. */
  onGo?: (id: string) => void
}

/** Navigation of a long form with errors per section. Next to the form on wide screens, otherwise above it. */
export function SectionNav({ sections, marks = {}, onGo }: SectionNavProps) {
  const nav = useRef<HTMLElement>(null)
  const current = useCurrent(nav, sections)
  return (
    <nav
      ref={nav}
      aria-label="表单分组"
      data-print="none"
      className="sticky top-[calc(var(--frame-top,0px)+var(--pinned,0px))] z-10 -mx-1 min-w-0 overflow-x-auto bg-canvas px-1 xl:mx-0 xl:self-start xl:px-0 xl:pt-1"
    >
      <ul className="flex border-line max-xl:border-b xl:grid xl:border-l xl:[&_a]:-ml-px">
        {sections.map((section) => (
          <NavItem
            key={section.id}
            section={section}
            isCurrent={section.id === current}
            mark={marks[section.id]}
            onGo={onGo}
          />
        ))}
      </ul>
    </nav>
  )
}
