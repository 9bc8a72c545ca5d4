import * as Popover from '@radix-ui/react-popover'
import { Button, IconButton } from '../button.tsx'
import { Checkbox } from '../inputs.tsx'
import { type Column, titleOf } from './column.ts'
import type { TableLayout } from './layout.ts'
import type { TableModel } from './model.ts'

interface ColumnsMenuProps<Row extends object> {
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  layout: TableLayout
  onLayout: (change: Partial<TableLayout> | undefined) => void
}

interface OpenProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

function ColumnList<Row extends object>({ table, columns, layout, onLayout }: ColumnsMenuProps<Row>) {
  const leaves = table.getAllLeafColumns()
  const keys = leaves.map(({ id }) => id)
  const titles = new Map(columns.map((column) => [column.key, titleOf(column)]))
  const move = (from: number, by: number) => {
    const order = [...keys]
    const [key] = order.splice(from, 1)
    if (key) order.splice(from + by, 0, key)
    onLayout({ order })
  }
  return (
    <ul className="min-h-0 overflow-y-auto p-2 text-s">
      {leaves.map((leaf, at) => {
        const title = titles.get(leaf.id) ?? leaf.id
        const show = (isShown: boolean) =>
          onLayout({ visibility: { ...layout.visibility, [leaf.id]: isShown } })
        return (
          <li key={leaf.id} className="flex items-center gap-1 rounded px-2 hover:bg-hover">
            <div className="min-w-0 flex-1 truncate">
              <Checkbox checked={leaf.getIsVisible()} disabled={at === 0} onChecked={show}>
                {title}
              </Checkbox>
            </div>
            {at > 0 && leaf.getIsVisible() && (
              <IconButton
                icon="lock"
                label={layout.frozen === leaf.id ? `取消冻结${title}` : `冻结到${title}`}
                aria-pressed={layout.frozen === leaf.id}
                onClick={() => onLayout({ frozen: layout.frozen === leaf.id ? undefined : leaf.id })}
              />
            )}
            <IconButton
              icon="sortUp"
              label={`上移${title}`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              icon="sortDown"
              label={`下移${title}`}
              disabled={at === leaves.length - 1}
              onClick={() => move(at, 1)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Menu for visibility and order of columns. The first one is fixed. */
export function ColumnsMenu<Row extends object>({
  table,
  columns,
  layout,
  onLayout,
  isOpen,
  onOpen,
}: ColumnsMenuProps<Row> & OpenProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpen}>
      <Popover.Trigger asChild>
        <IconButton icon="columns" label="列设置" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="列设置"
          className="z-50 flex max-h-[min(520px,var(--radix-popover-content-available-height))] w-72 animate-fade-in flex-col rounded-lg border border-line bg-surface shadow-float"
        >
          <ColumnList table={table} columns={columns} layout={layout} onLayout={onLayout} />
          <div className="flex justify-between border-line border-t px-3 py-2">
            <Button look="quiet" onClick={() => onLayout(undefined)}>
              恢复默认
            </Button>
            <Popover.Close asChild>
              <Button>完成</Button>
            </Popover.Close>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
