import * as Popover from '@radix-ui/react-popover'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Input } from '../inputs.tsx'
import { notify } from '../notice.tsx'
import { type SavedFilter, usePorts } from '../ports.ts'

const LONGEST_NAME = 20

type Texts = Readonly<Record<string, string>>

interface NameFormProps {
  label: string
  button: string
  first?: string
  onName: (name: string) => void
  onCancel?: () => void
}

/** One saved filter with its buttons. */
function NameForm({ label, button, first = '', onName, onCancel }: NameFormProps) {
  const [name, setName] = useState(first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The menu may be inside the filter form.
    event.stopPropagation()
    if (name.trim() === '') return
    onName(name.trim())
    setName('')
  }
  return (
    <form className="flex items-center gap-2" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <Input
          aria-label={label}
          placeholder={label}
          maxLength={LONGEST_NAME}
          value={name}
          onValue={setName}
        />
      </div>
      <Button type="submit" disabled={name.trim() === ''}>
        {button}
      </Button>
      {onCancel && <IconButton icon="close" label="取消重命名" onClick={onCancel} />}
    </form>
  )
}

interface LineProps {
  saved: SavedFilter
  isShown: boolean
  onApply: () => void
  onRename: (name: string) => void
  onRemove: () => void
}

function Line({ saved, isShown, onApply, onRename, onRemove }: LineProps) {
  const [isRenaming, setRenaming] = useState(false)
  if (isRenaming)
    return (
      <li className="px-1 py-1">
        <NameForm
          label={`${saved.name}的新名称`}
          button="确定"
          first={saved.name}
          onName={(name) => {
            setRenaming(false)
            if (name !== saved.name) onRename(name)
          }}
          onCancel={() => setRenaming(false)}
        />
      </li>
    )
  return (
    <li className="flex items-center gap-1 rounded hover:bg-hover">
      <Popover.Close asChild>
        <button
          type="button"
          aria-current={isShown || undefined}
          className={`min-h-8 min-w-0 flex-1 truncate rounded px-2 text-left ${isShown ? 'font-medium text-brand-ink' : ''}`}
          onClick={onApply}
        >
          {saved.name}
        </button>
      </Popover.Close>
      <IconButton icon="edit" label={`重命名${saved.name}`} onClick={() => setRenaming(true)} />
      <IconButton icon="trash" label={`删除${saved.name}`} onClick={onRemove} />
    </li>
  )
}

interface SavedFiltersMenuProps {
  /** Name of the list on the platform. */
  id: string
  /** Current filters and order; the URL is the source of truth. */
  texts: Texts
  onApply: (texts: Texts) => void
}

const sameTexts = (a: Texts, b: Texts) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/** Saved filters: apply, rename, remove, and add the current ones. */
export function SavedFiltersMenu({ id, texts, onApply }: SavedFiltersMenuProps) {
  const { all: saved = [], save, rename, remove } = usePorts().useSavedFilters(id)
  const isAny = Object.keys(texts).length > 0
  const said = async (work: Promise<boolean>, words: string) => {
    if (await work) notify(words, 'success')
  }
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button icon="star">常用查询</Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="常用查询"
          className="z-50 flex max-h-[min(420px,var(--radix-popover-content-available-height))] w-72 animate-fade-in flex-col rounded-lg border border-line bg-surface shadow-float"
        >
          {saved.length === 0 ? (
            <p className="px-3 py-3 text-ink-faint text-s">还没有常用查询</p>
          ) : (
            <ul className="min-h-0 overflow-y-auto p-2 text-s">
              {saved.map((each) => (
                <Line
                  key={each.id}
                  saved={each}
                  isShown={sameTexts(each.texts, texts)}
                  onApply={() => onApply(each.texts)}
                  onRename={(name) => void said(rename(each.id, name), '已重命名')}
                  onRemove={() => void remove(each.id)}
                />
              ))}
            </ul>
          )}
          <div className="border-line border-t p-2">
            {isAny ? (
              <NameForm
                label="将当前条件保存为"
                button="保存"
                onName={(name) => void said(save(name, texts), `已保存“${name}”`)}
              />
            ) : (
              <p className="px-1 py-1 text-ink-faint text-xs">设置查询条件后可保存为常用查询</p>
            )}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
