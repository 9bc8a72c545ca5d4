import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { useViewTitle } from '../../app/views/view-context.ts'
import { Button } from '../../ui/button.tsx'
import { useShown } from './shown.ts'
import { printPage } from './shown-page.tsx'
import type { Area } from './use-area.ts'

const Crumbs = lazy(async () => ({ default: (await import('./filters/crumbs.tsx')).Crumbs }))
const Origin = lazy(async () => ({ default: (await import('./origin.tsx')).Origin }))

interface PageHeadProps {
  /** Subject of the page. It follows the name of the scope. */
  title: string
  area: Area
  origin: ComponentProps<typeof Origin>
  children: ReactNode
}

/** Header of a statistics page: title, scope, link up, print, origin of the figures and filters. */
export function PageHead({ title, area, origin, children }: PageHeadProps) {
  const client = useQueryClient()
  const path = area.path.length > 1 ? area.path.map(({ label }) => label).join(' / ') : ''
  // The menu is named after a province, whose cities, counties and owners have it too.
  useViewTitle(area.isPart ? `${area.name}${title}` : undefined)
  const host = useShown<HTMLElement>({ kind: 'title', title: `${area.name}${title}`, path })
  return (
    <header ref={host} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="font-semibold text-lg">
          {area.name}
          {title}
        </h1>
        <div className="mr-auto text-ink-faint text-s">
          {area.leave ? (
            <Suspense fallback={path}>
              <Crumbs area={area} />
            </Suspense>
          ) : (
            path
          )}
        </div>
        {area.leave && <Button onClick={area.leave}>返回上级</Button>}
        <Button icon="print" onClick={() => void printPage(client)}>
          打印
        </Button>
      </div>
      <Suspense fallback={<div className="h-16 max-xl:h-[124px] max-sm:h-[140px]" />}>
        <div className="sm:max-xl:min-h-[46px]">
          <Origin {...origin} />
        </div>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </Suspense>
    </header>
  )
}
