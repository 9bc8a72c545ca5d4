import * as Radix from '@radix-ui/react-context-menu'
import { type MouseEvent, type ReactElement, useState } from 'react'
import { copyAndTell } from './use-grid-keys.ts'

const itemClass =
  'cursor-default select-none rounded px-2.5 py-1.5 text-s outline-none data-[highlighted]:bg-hover data-[highlighted]:text-brand-ink'

/** Context menu of a cell. Links keep the browser's menu. */
export function CellMenu({ children }: { children: ReactElement }) {
  const [texts, setTexts] = useState({ cell: '', row: '' })
  const remember = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const cells = [...(target.closest('tr')?.querySelectorAll<HTMLElement>('[data-text]') ?? [])]
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
          <Radix.Item className={itemClass} onSelect={() => void copyAndTell(texts.cell)}>
            复制单元格
          </Radix.Item>
          <Radix.Item className={itemClass} onSelect={() => void copyAndTell(texts.row)}>
            复制整行
          </Radix.Item>
          <Radix.Separator className="my-1 h-px bg-line" />
          <Radix.Item className={itemClass} onSelect={() => window.print()}>
            打印
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
