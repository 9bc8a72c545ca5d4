import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFormSlice } from './context.ts'
import { ownerOf } from './issues.ts'

export interface NavSection {
  /** Id of the section's element. */
  id: string
  title: string
  /** Its fields. */
  names: readonly string[]
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

function NavItem({ section, isCurrent }: { section: NavSection; isCurrent: boolean }) {
  const errors = useFormSlice(
    ({ issues }) =>
      issues.filter(({ level, field }) => level === 'error' && section.names.includes(ownerOf(field))).length,
  )
  const go = (event: React.MouseEvent) => {
    event.preventDefault()
    sectionOf(event.currentTarget, section.id)?.scrollIntoView({ behavior: 'smooth', block: 'start' })
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
      </a>
    </li>
  )
}

/** Navigation of a long form with errors per section. Next to the form on wide screens, otherwise above it. */
export function SectionNav({ sections }: { sections: readonly NavSection[] }) {
  const nav = useRef<HTMLElement>(null)
  const current = useCurrent(nav, sections)
  return (
    <nav
      ref={nav}
      aria-label="表单分组"
      data-print="none"
      className="sticky top-[var(--frame-top,0px)] z-10 -mx-1 min-w-0 overflow-x-auto bg-canvas px-1 xl:mx-0 xl:self-start xl:px-0 xl:pt-1"
    >
      <ul className="flex border-line max-xl:border-b xl:grid xl:border-l xl:[&_a]:-ml-px">
        {sections.map((section) => (
          <NavItem key={section.id} section={section} isCurrent={section.id === current} />
        ))}
      </ul>
    </nav>
  )
}
