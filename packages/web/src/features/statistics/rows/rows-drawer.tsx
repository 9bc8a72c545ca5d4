import * as Radix from '@radix-ui/react-dialog'
import { apartFromPage } from '@xinchu/validators'
import { useEffect, useRef } from 'react'
import { useFocusReturn } from '../../../ui/dialog.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Empty } from '../../../ui/states.tsx'
import type { Period } from '../use-usage.ts'
import { countedOf } from './counted.ts'
import { DrawerFrame } from './drawer-frame.tsx'
import { drawer } from './opened.ts'
import { RowsOf } from './rows-of.tsx'
import type { Conditions } from './use-figure.ts'
import { NO_FINDING } from './use-finding.ts'

export interface RowsDrawerProps {
  /** The figure in the address. */
  rows: string
  conditions: Conditions
  /** Name of the shown division. */
  place: string
}

/** Conditions of a figure of another period than the page's. */
function inPeriod(conditions: Conditions, period: Period | undefined): Conditions {
  if (!period) return conditions
  if (conditions.kind === 'use') return { ...conditions, period }
  return { ...conditions, filter: { ...conditions.filter, ...period } } as Conditions // of the same kind
}

/** 数字的组成: the rows of a figure beside its page. Back closes it. */
export function RowsDrawer({ rows, conditions, place }: RowsDrawerProps) {
  const [search, change] = usePorts().useSearch()
  const focus = useFocusReturn()
  const content = useRef<HTMLDivElement>(null)
  useEffect(
    () => () => {
      drawer.isStep = false
    },
    [],
  )
  const close = () => {
    if (drawer.isStep) history.back()
    else change({ ...search, rows: undefined, ...NO_FINDING })
  }
  const own = apartFromPage(rows)
  const counted = countedOf(own.text)
  const asked = inPeriod(conditions, own.period)
  const shown = {
    place,
    conditions: own.place ? ({ ...asked, filter: { ...asked.filter, ...own.place } } as Conditions) : asked, // of the same kind
  }
  return (
    <Radix.Root open onOpenChange={(next) => next || close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" data-print="none" />
        <Radix.Content
          ref={content}
          {...focus}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            // Escape closes an open menu first.
            if (content.current?.querySelector('[role="menu"]')) event.preventDefault()
          }}
          className="fixed inset-y-0 right-0 z-40 flex w-[980px] max-w-full flex-col bg-canvas shadow-float max-[1025px]:w-full"
        >
          {counted ? (
            <RowsOf key={rows} {...shown} counted={counted} onClose={close} />
          ) : (
            <DrawerFrame title="数字的组成" onClose={close}>
              <Empty>地址中的统计数不存在，请从统计页面的数字打开</Empty>
            </DrawerFrame>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
