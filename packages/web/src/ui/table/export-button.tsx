import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation } from '@tanstack/react-query'
import { IconButton } from '../button.tsx'
import { notify } from '../notice.tsx'

export type Export = (columns?: readonly string[]) => Promise<void>

interface ExportButtonProps {
  onExport: Export
  /** Keys of the columns that are shown, in their order, for an export that has the columns and the order of the list. */
  shown: readonly string[] | undefined
  /** Number of rows, as in `31 件`. */
  rows: string
}

const item =
  'cursor-default select-none rounded px-2.5 py-1.5 text-s outline-none data-highlighted:bg-hover data-highlighted:text-brand-ink'

/** Exports the filtered rows to a file. A failure is reported like that of any call. */
export function ExportButton({ onExport, shown, rows }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: onExport,
    onSuccess: () => notify(shown ? `已导出 ${rows}，按当前顺序` : `已导出 ${rows}`, 'success'),
  })
  const button = (
    <IconButton
      icon="download"
      label={isPending ? '正在导出' : '导出'}
      aria-busy={isPending}
      disabled={isPending}
      onClick={shown ? undefined : () => mutate(undefined)}
      className={isPending ? 'animate-pulse' : ''}
    />
  )
  if (!shown) return button
  return (
    <Menu.Root>
      <Menu.Trigger asChild>{button}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={6}
          className="z-40 min-w-36 animate-fade-in rounded-lg border border-line bg-surface p-1 shadow-float"
        >
          <Menu.Item className={item} onSelect={() => mutate(shown)}>
            导出显示的列
          </Menu.Item>
          <Menu.Item className={item} onSelect={() => mutate(undefined)}>
            导出全部列
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
