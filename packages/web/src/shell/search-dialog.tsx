import * as Dialog from '@radix-ui/react-dialog'
import { useEffect, useMemo, useState } from 'react'
import type { MenuItem } from '../app/menus.ts'
import { useFocusReturn } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { type Found, menuSearch, type SpellsOut, searchable } from './menu-search.ts'

async function loadPinyin(): Promise<SpellsOut> {
  const { default: pinyin } = await import('pinyin-match')
  return (text, letters) => pinyin.match(text, letters) !== false
}

function SearchBox({ menus, onOpen }: { menus: readonly MenuItem[]; onOpen: (page: Found) => void }) {
  const search = useMemo(() => menuSearch(searchable(menus)), [menus])
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const [spellsOut, setSpellsOut] = useState<SpellsOut>()
  useEffect(() => {
    // Without the library, titles and paths are still found.
    loadPinyin().then(
      (loaded) => setSpellsOut(() => loaded),
      () => undefined,
    )
  }, [])
  const found = search(words, spellsOut).slice(0, 10)
  const move = (step: number) => setAt((at + step + found.length) % Math.max(1, found.length))
  const act = (key: string): boolean => {
    const page = found[at]
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' && page) onOpen(page)
    else return false
    return true
  }
  return (
    <>
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Icon name="search" size={18} className="text-ink-faint" />
        <input
          role="combobox"
          aria-label="搜索菜单"
          aria-expanded={found.length > 0}
          aria-controls="menu-search-results"
          aria-activedescendant={found[at] ? `menu-search-${at}` : undefined}
          placeholder="菜单名称、拼音或地址"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (!event.nativeEvent.isComposing && act(event.key)) event.preventDefault()
          }}
          className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-faint"
        />
      </div>
      <div
        id="menu-search-results"
        role="listbox"
        aria-label="搜索结果"
        className="max-h-96 overflow-y-auto p-1.5"
      >
        {found.map((page, index) => (
          <button
            key={page.path}
            id={`menu-search-${index}`}
            type="button"
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onMouseMove={() => setAt(index)}
            onClick={() => onOpen(page)}
            className="flex w-full items-baseline gap-3 rounded-md px-3 py-2 text-left text-s aria-selected:bg-brand-soft aria-selected:text-brand-ink"
          >
            <span className="min-w-0 flex-1 truncate">{page.title.join(' > ')}</span>
            <span className="truncate text-ink-faint text-xs">{page.path}</span>
          </button>
        ))}
        {words.trim() !== '' && found.length === 0 && (
          <p className="px-3 py-6 text-center text-ink-faint text-s">没有匹配的菜单</p>
        )}
      </div>
    </>
  )
}

interface SearchDialogProps {
  menus: readonly MenuItem[]
  isOpen: boolean
  onClose: () => void
  onPage: (path: string) => void
}

/** The search dialog with its library. */
export function SearchDialog({ menus, isOpen, onClose, onPage }: SearchDialogProps) {
  const focus = useFocusReturn()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-40 w-[560px] max-w-[calc(100vw-2rem)] -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">搜索菜单</Dialog.Title>
          <SearchBox menus={menus} onOpen={({ path }) => onPage(path)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
