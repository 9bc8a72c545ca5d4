import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SearchGroup, SearchHit, SearchKind } from '@xinchu/sdk'
import { type FormEvent, useState } from 'react'
import { GrantedAction } from '../../app/granted-action.tsx'
import { GrantedLink } from '../../app/granted-link.tsx'
import {
  LONGEST_SEARCH,
  projectListPath,
  rememberSearch,
  SEARCH_KINDS,
  searchQuery,
  without,
} from '../../app/search.ts'
import { SearchConditions } from '../../app/search-conditions.tsx'
import { useOpenable } from '../../app/use-openable.ts'
import { useView } from '../../app/views/view-context.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RangedText } from '../../ui/ranged-text.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { Pager } from '../../ui/table/pager.tsx'

const SIZE = 20
const [FIRST] = SEARCH_KINDS

interface Asked {
  q: string
  kind: SearchKind
  page: number
}

function useAsked(): [Asked, (next: Partial<Asked>) => void] {
  const { search } = useView()
  const navigate = useNavigate()
  const asked: Asked = {
    q: String(search['q'] ?? '').slice(0, LONGEST_SEARCH),
    kind: (SEARCH_KINDS.find(([kind]) => kind === search['kind']) ?? FIRST)?.[0] ?? 'project',
    page: Math.max(0, Math.trunc(Number(search['page'] ?? 0)) || 0),
  }
  const ask = (next: Partial<Asked>) => {
    const { page, ...rest } = { ...asked, page: 0, ...next }
    void navigate({ to: '/search', search: { ...rest, ...(page > 0 ? { page } : {}) } })
  }
  return [asked, ask]
}

function Hit({ hit }: { hit: SearchHit }) {
  return (
    <li className="grid gap-0.5 border-line border-b px-4 py-2.5 last:border-b-0">
      <div className="flex items-baseline gap-3">
        <p className="min-w-0 flex-1">
          <GrantedLink to={hit.path} className="text-brand-ink hover:underline">
            <RangedText text={hit.title} ranges={hit.titleMarks} />
          </GrantedLink>
        </p>
        {hit.note && <span className="shrink-0 text-ink-faint text-xs">{hit.note}</span>}
      </div>
      {hit.subtitle && (
        <p className="text-ink-soft text-s">
          <RangedText text={hit.subtitle} ranges={hit.subtitleMarks} />
        </p>
      )}
    </li>
  )
}

const countOf = (group: SearchGroup | undefined) =>
  group ? `${group.total}${group.isBounded ? '+' : ''}` : ''

interface KindsProps {
  groups: readonly SearchGroup[]
  kind: SearchKind
  onKind: (kind: SearchKind) => void
}

const Kinds = ({ groups, kind, onKind }: KindsProps) => (
  <nav aria-label="类别" className="flex gap-1 overflow-x-auto border-line border-b px-3 py-2 max-sm:gap-0">
    {SEARCH_KINDS.map(([each, title]) => (
      <button
        key={each}
        type="button"
        aria-current={each === kind ? 'true' : undefined}
        onClick={() => onKind(each)}
        className="min-h-8 shrink-0 whitespace-nowrap rounded-md px-3 text-ink-soft max-sm:px-2 text-s hover:bg-sunken aria-[current=true]:bg-brand-soft aria-[current=true]:text-brand-ink"
      >
        {title} <span className="text-xs">{countOf(groups.find((group) => group.kind === each))}</span>
      </button>
    ))}
  </nav>
)

function SearchForm({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q)
  const [shown, setShown] = useState(q)
  if (shown !== q) {
    setShown(q)
    setTyped(q)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rememberSearch(typed)
    onSearch(typed.trim())
  }
  return (
    <search>
      <form onSubmit={submit} className="flex gap-2">
        <input
          type="search"
          aria-label="搜索内容"
          maxLength={LONGEST_SEARCH}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="h-control min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-3"
        />
        <Button type="submit" look="primary">
          搜索
        </Button>
      </form>
    </search>
  )
}

/** All hits of a search, one kind at a time. */
export function SearchScreen() {
  const [{ q, kind, page }, ask] = useAsked()
  const isOpenable = useOpenable()
  const isAsked = q !== ''
  // The counts of all kinds, and the page of one.
  const all = useQuery({ ...searchQuery({ q, limit: 1 }), enabled: isAsked })
  const result = useQuery({ ...searchQuery({ q, kinds: [kind], limit: SIZE, page }), enabled: isAsked })
  const { data, error, refetch } = result
  const group = data?.groups[0]
  const conditions = isAsked ? (data?.conditions ?? []) : []
  return (
    <div className="grid gap-3">
      <h1 className="font-semibold text-lg">搜索</h1>
      <SearchForm q={q} onSearch={(next) => ask({ q: next })} />
      {data && conditions.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <SearchConditions
            conditions={conditions}
            onRemove={(condition) => ask({ q: without(q, condition) })}
          />
          {isOpenable(projectListPath(data)) && (
            <GrantedAction to={projectListPath(data)} className={buttonClass('quiet')}>
              在项目查询中打开
            </GrantedAction>
          )}
        </div>
      )}
      <section aria-label="搜索结果" className="card">
        <Kinds
          groups={isAsked ? (all.data?.groups ?? []) : []}
          kind={kind}
          onKind={(next) => ask({ kind: next })}
        />
        {!isAsked ? (
          <Empty>请输入搜索内容</Empty>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : !group || group.kind !== kind ? (
          <Loading />
        ) : group.hits.length === 0 ? (
          <Empty>没有匹配的内容</Empty>
        ) : (
          <>
            <ol>
              {group.hits.map((hit) => (
                <Hit key={hit.id} hit={hit} />
              ))}
            </ol>
            <Pager
              page={page}
              size={SIZE}
              total={group.total}
              summary={group.isBounded ? '仅列出前 500 条，请增加条件' : undefined}
              onPage={(next) => ask({ page: next })}
            />
          </>
        )}
      </section>
    </div>
  )
}
