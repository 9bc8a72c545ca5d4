import * as Dialog from '@radix-ui/react-dialog'
import { useEffect, useMemo, useState } from 'react'
import type { MenuItem } from '../app/menus.ts'
import { LONGEST_SEARCH, projectListPath, recentSearches, rememberSearch, without } from '../app/search.ts'
import { SearchConditions } from '../app/search-conditions.tsx'
import { useFocusReturn } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { PlainButton } from '../ui/plain-button.tsx'
import { type Found, menuSearch, type SpellsOut, searchable } from './menu-search.ts'
import { Recent, Result } from './search-results.tsx'
import { useFound } from './use-found.ts'

const MOST_PAGES = 8
const NAME = '搜索菜单、项目和各类内容'
const PROJECT_LIST = '/esproject/query/index'

async function loadPinyin(): Promise<SpellsOut> {
  const { default: pinyin } = await import('pinyin-match')
  return (text, letters) => pinyin.match(text, letters) !== false
}

/** Pages and records that match the words, in groups. */
function useGroups(menus: readonly MenuItem[], words: string) {
  const pages = useMemo(() => searchable(menus), [menus])
  const search = useMemo(() => menuSearch(pages), [pages])
  const [spellsOut, setSpellsOut] = useState<SpellsOut>()
  useEffect(() => {
    // Without the library, titles and paths are still found.
    loadPinyin().then(
      (loaded) => setSpellsOut(() => loaded),
      () => undefined,
    )
  }, [])
  const records = useFound(words)
  const shown = [{ name: '菜单', found: search(words, spellsOut).slice(0, MOST_PAGES) }, ...records.groups]
  return {
    ...records,
    groups: shown.filter(({ found }) => found.length > 0),
    hasList: pages.some(({ path }) => path === PROJECT_LIST),
  }
}

interface StateProps {
  isSearching: boolean
  error: Error | null
  isEmpty: boolean
  onRetry: () => void
}

/** The state of the search below its hits, also for screen readers. */
function SearchState({ isSearching, error, isEmpty, onRetry }: StateProps) {
  if (error)
    return (
      <div
        role="alert"
        className="grid justify-items-center gap-2 px-3 py-4 text-center text-ink-soft text-s"
      >
        {error.message || '搜索失败'}
        <PlainButton look="quiet" onClick={onRetry}>
          重新搜索
        </PlainButton>
      </div>
    )
  return (
    <p role="status" className={isEmpty ? 'px-3 py-6 text-center text-ink-faint text-s' : 'sr-only'}>
      {isSearching ? '正在搜索' : isEmpty ? '没有匹配的内容' : ''}
    </p>
  )
}

interface SearchBoxProps {
  menus: readonly MenuItem[]
  onOpen: (path: string) => void
}

/** What is typed, what is found of it, and which hit the keys would open. */
function useSearchBox({ menus, onOpen }: SearchBoxProps) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const result = useGroups(menus, words)
  const found = result.groups.flatMap((group) => group.found)
  const current = Math.min(at, found.length - 1)
  const type = (next: string) => {
    setWords(next)
    setAt(0)
  }
  const open = (path: string) => {
    rememberSearch(words)
    onOpen(path)
  }
  const move = (step: number) => setAt((current + step + found.length) % Math.max(1, found.length))
  const act = (key: string): boolean => {
    const each = found[current]
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' && each) open(each.path)
    else return false
    return true
  }
  return { words, type, result, found, current, point: setAt, open, act }
}

/** The box, its conditions, and the hits. */
function SearchBox(props: SearchBoxProps) {
  const { words, type, result, found, current, point, open, act } = useSearchBox(props)
  const { groups, conditions } = result
  const row = (each: Found) => (
    <Result
      key={each.path}
      found={each}
      id={`menu-search-${found.indexOf(each)}`}
      isCurrent={found.indexOf(each) === current}
      onPoint={() => point(found.indexOf(each))}
      onOpen={() => open(each.path)}
    />
  )
  return (
    <>
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Icon name="search" size={18} className="text-ink-faint" />
        <input
          role="combobox"
          aria-label={NAME}
          aria-expanded={found.length > 0}
          aria-controls="menu-search-results"
          aria-activedescendant={found[current] ? `menu-search-${current}` : undefined}
          placeholder="菜单、项目、消息、政策、联系人"
          maxLength={LONGEST_SEARCH}
          value={words}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (!event.nativeEvent.isComposing && act(event.key)) event.preventDefault()
          }}
          className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-faint"
        />
      </div>
      {conditions.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
          <SearchConditions
            conditions={conditions}
            onRemove={(condition) => type(without(result.q, condition))}
          />
          {result.hasList && (
            <PlainButton look="quiet" className="ml-auto" onClick={() => open(projectListPath(result))}>
              在项目查询中打开
            </PlainButton>
          )}
        </div>
      )}
      {words.trim() === '' && <Recent searches={recentSearches()} onChoose={type} />}
      <div
        id="menu-search-results"
        role="listbox"
        aria-label="搜索结果"
        className="max-h-[60dvh] overflow-y-auto px-1.5 py-1 empty:hidden"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list box are grouped by a role
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-ink-faint text-xs">
              {group.name}
            </p>
            {group.found.map(row)}
          </div>
        ))}
      </div>
      {words.trim() !== '' && (
        <SearchState
          isSearching={result.isSearching}
          error={result.error}
          isEmpty={found.length === 0}
          onRetry={result.retry}
        />
      )}
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
          className="fixed top-[12vh] left-1/2 z-40 w-[640px] max-w-[calc(100vw-2rem)] -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">{NAME}</Dialog.Title>
          <SearchBox menus={menus} onOpen={onPage} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
