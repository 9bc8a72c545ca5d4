import * as Dialog from '@radix-ui/react-dialog'
import { useEffect, useMemo, useState } from 'react'
import type { MenuItem } from '../app/menus.ts'
import { useFocusReturn } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { type Found, menuSearch, type SpellsOut, searchable } from './menu-search.ts'
import { useFoundRecords } from './record-search.ts'

const MOST_PAGES = 8

async function loadPinyin(): Promise<SpellsOut> {
  const { default: pinyin } = await import('pinyin-match')
  return (text, letters) => pinyin.match(text, letters) !== false
}

interface ResultProps {
  found: Found
  id: string
  isCurrent: boolean
  onPoint: () => void
  onOpen: () => void
}

const Result = ({ found, id, isCurrent, onPoint, onOpen }: ResultProps) => (
  <button
    id={id}
    type="button"
    role="option"
    aria-selected={isCurrent}
    tabIndex={-1}
    onMouseMove={onPoint}
    onClick={onOpen}
    className="flex w-full items-baseline gap-3 rounded-md px-3 py-2 text-left text-s aria-selected:bg-brand-soft aria-selected:text-brand-ink"
  >
    <span className="min-w-0 flex-1 truncate">{found.title.join(' > ')}</span>
    {found.note && <span className="shrink-0 text-ink-faint text-xs">{found.note}</span>}
  </button>
)

function SearchBox({ menus, onOpen }: { menus: readonly MenuItem[]; onOpen: (found: Found) => void }) {
  const pages = useMemo(() => searchable(menus), [menus])
  const search = useMemo(() => menuSearch(pages), [pages])
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
  const records = useFoundRecords(words, pages)
  const groups = [
    { name: '菜单', found: search(words, spellsOut).slice(0, MOST_PAGES) },
    { name: '项目', found: records.projects },
    { name: '消息', found: records.messages },
  ].filter(({ found }) => found.length > 0)
  const found = groups.flatMap((group) => group.found)
  const current = Math.min(at, found.length - 1)
  const move = (step: number) => setAt((current + step + found.length) % Math.max(1, found.length))
  const act = (key: string): boolean => {
    const each = found[current]
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' && each) onOpen(each)
    else return false
    return true
  }
  return (
    <>
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Icon name="search" size={18} className="text-ink-faint" />
        <input
          role="combobox"
          aria-label="搜索菜单、项目和消息"
          aria-expanded={found.length > 0}
          aria-controls="menu-search-results"
          aria-activedescendant={found[current] ? `menu-search-${current}` : undefined}
          placeholder="菜单名称或拼音、项目、消息"
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
        className="max-h-[60dvh] overflow-y-auto p-1.5"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list box are grouped by a role
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-ink-faint text-xs">
              {group.name}
            </p>
            {group.found.map((each) => (
              <Result
                key={each.path}
                found={each}
                id={`menu-search-${found.indexOf(each)}`}
                isCurrent={found.indexOf(each) === current}
                onPoint={() => setAt(found.indexOf(each))}
                onOpen={() => onOpen(each)}
              />
            ))}
          </div>
        ))}
        {words.trim() !== '' && found.length === 0 && !records.isSearching && (
          <p className="px-3 py-6 text-center text-ink-faint text-s">没有匹配的内容</p>
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
          <Dialog.Title className="sr-only">搜索菜单、项目和消息</Dialog.Title>
          <SearchBox menus={menus} onOpen={({ path }) => onPage(path)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
