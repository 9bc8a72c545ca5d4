import * as Radix from '@radix-ui/react-context-menu'
import { type MouseEvent, type ReactElement, useState } from 'react'
import type { RowAction } from './row-action.ts'
import { copyAndTell } from './use-grid-keys.ts'

const itemClass =
  'cursor-default select-none rounded px-2.5 py-1.5 text-s outline-none data-[highlighted]:bg-hover data-[highlighted]:text-brand-ink'

interface CellMenuProps {
  /** Actions of a row, by its id. */
  actionsOf: (row: string) => readonly RowAction[]
  /** Prints the list. */
  onPrint: () => void
  children: ReactElement
}

/** Context menu of a row and its cell. Links keep the browser's menu. */
export function CellMenu({ actionsOf, onPrint, children }: CellMenuProps) {
  const [texts, setTexts] = useState({ cell: '', row: '' })
  const [actions, setActions] = useState<readonly RowAction[]>([])
  const remember = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const row = target.closest('tr')
    const cells = [...(row?.querySelectorAll<HTMLElement>('[data-text]') ?? [])]
    setActions(actionsOf(row?.dataset['row'] ?? ''))
    setTexts({
      cell: target.closest<HTMLElement>('[data-text]')?.dataset['text'] ?? '',
      row: cells.map(({ dataset }) => dataset['text'] ?? '').join('\t'),
    })
  }
  const keepLinks = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) event.stopPropagation()
    else remember(event)
  }
  return (
    <Radix.Root>
      <Radix.Trigger asChild onContextMenuCapture={keepLinks}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="z-50 min-w-36 animate-fade-in rounded-lg border border-line bg-surface p-1 shadow-float">
          {actions.map(({ label, isDanger, onSelect }) => (
            <Radix.Item
              key={label}
              className={`${itemClass} ${isDanger ? 'text-danger' : ''}`}
              onSelect={onSelect}
            >
              {label}
            </Radix.Item>
          ))}
          {actions.length > 0 && <Radix.Separator className="my-1 h-px bg-line" />}
          <Radix.Item className={itemClass} onSelect={() => void copyAndTell(texts.cell)}>
            复制单元格
          </Radix.Item>
          <Radix.Item className={itemClass} onSelect={() => void copyAndTell(texts.row)}>
            复制整行
          </Radix.Item>
          <Radix.Separator className="my-1 h-px bg-line" />
          <Radix.Item className={itemClass} onSelect={onPrint}>
            打印
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
