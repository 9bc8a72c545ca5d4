import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Area } from './use-area.ts'

interface PageHeadProps {
  /** What is shown, which follows the name of the scope. */
  title: string
  area: Area
  children: ReactNode
}

/** Header of a statistics page: title, scope, link up and filters. */
export function PageHead({ title, area, children }: PageHeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-2">
      <h1 className="font-semibold text-lg">
        {area.name}
        {title}
      </h1>
      <p className="mr-auto text-ink-faint text-s">
        {area.path.length > 1 && area.path.map(({ label }) => label).join(' / ')}
      </p>
      {area.leave && <Button onClick={area.leave}>返回上级</Button>}
      {children}
    </header>
  )
}
