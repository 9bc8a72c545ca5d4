import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { tellIn } from '../../../app/query-client.ts'
import { searchQuery } from '../../../app/search.ts'
import { regionQuery } from '../../../app/session-queries.ts'
import { Input } from '../../../ui/inputs.tsx'
import { statisticsQueries } from '../queries.ts'
import { type Aim, aimOf, type Hit, placeHits, projectHits, type SpellsOut } from './search.ts'

const REST_MS = 250
const MOST_PROJECTS = 6

/** Spells out Chinese; undefined until its library is loaded, which is when something is typed. */
function useSpelling(isWanted: boolean): SpellsOut | undefined {
  const [spellsOut, setSpellsOut] = useState<SpellsOut>()
  useEffect(() => {
    if (!isWanted) return
    import('pinyin-match').then(
      ({ default: pinyin }) =>
        setSpellsOut(() => (text: string, letters: string) => pinyin.match(text, letters) !== false),
      // Without the library names are still found.
      () => undefined,
    )
  }, [isWanted])
  return spellsOut
}

function useHits(words: string, scope: Parameters<typeof placeHits>[2]) {
  const typed = words.trim()
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data: tree = [] } = useQuery(regionQuery)
  const spellsOut = useSpelling(typed !== '')
  const { data, isFetching } = useQuery({
    ...searchQuery({ q: keyword, kinds: ['project'], limit: MOST_PROJECTS }),
    enabled: typed !== '' && keyword !== '',
  })
  if (typed === '') return { hits: [], isSearching: false }
  const hits = [
    ...placeHits(tree, typed, scope, spellsOut),
    ...(keyword !== '' && data ? projectHits(data) : []),
  ]
  return { hits, isSearching: isFetching || keyword !== typed }
}

/** Wide enough to gather the projects of a county as one. */
const COUNTY_CELL = 5

/** Where a hit lies: a county where its projects do. Undefined without a position. */
async function aimAt(client: QueryClient, { aim, id, place }: Hit): Promise<Aim | undefined> {
  if (aim) return aim
  const query = place
    ? { countyCode: place.countyCode, cell: COUNTY_CELL }
    : { ...(id !== undefined && { id }) }
  const [point] = await client.fetchQuery(statisticsQueries.locations(query))
  return point && aimOf(point, place)
}

interface HitListProps {
  /** Prefix of the ids of its options. */
  id: string
  hits: readonly Hit[]
  current: number
  isSearching: boolean
  onChoose: (hit: Hit) => void
}

function HitList({ id, hits, current, isSearching, onChoose }: HitListProps) {
  return (
    <div className="absolute top-full left-0 z-30 mt-1 w-80 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-surface py-1 text-s shadow-float">
      <div id={`${id}-list`} role="listbox" aria-label="查找结果">
        {hits.map((hit, index) => (
          <div
            key={hit.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onPointerDown={(event) => {
              event.preventDefault()
              onChoose(hit)
            }}
            className={`flex cursor-pointer gap-2 px-3 py-1.5 ${index === current ? 'bg-hover' : ''}`}
          >
            <span className="min-w-0 flex-1 truncate">{hit.name}</span>
            <span className="text-ink-faint text-xs">{hit.place ? '地区' : '项目'}</span>
          </div>
        ))}
      </div>
      {hits.length === 0 && (
        <p role="status" className="px-3 py-1.5 text-ink-faint">
          {isSearching ? '正在查找' : '没有找到'}
        </p>
      )}
    </div>
  )
}

interface MapSearchProps {
  /** The user's own division. */
  scope: Parameters<typeof placeHits>[2]
  onAim: (aim: Aim) => void
}

/** Finds a place or a project and moves the map there. */
export function MapSearch({ scope, onAim }: MapSearchProps) {
  const client = useQueryClient()
  const id = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const { hits, isSearching } = useHits(words, scope)
  const current = Math.min(at, hits.length - 1)
  const [missing, setMissing] = useState('')
  const choose = (hit: Hit) => {
    setWords('')
    aimAt(client, hit).then(
      (aim) => {
        if (aim) onAim(aim)
        else setMissing(hit.name)
      },
      (error: unknown) => tellIn(client, error),
    )
  }
  const press = (event: KeyboardEvent) => {
    const hit = hits[current]
    if (event.key === 'ArrowDown') setAt(Math.min(current + 1, hits.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0))
    else if (event.key === 'Enter' && hit) choose(hit)
    else if (event.key === 'Escape' && words !== '') setWords('')
    else return
    event.preventDefault()
  }
  const isOpen = words.trim() !== ''
  return (
    <div className="relative w-60 max-sm:w-full" data-print="none">
      <Input
        type="search"
        role="combobox"
        aria-label="查找地区或项目"
        placeholder="查找地区或项目"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={hits[current] ? `${id}-${current}` : undefined}
        autoComplete="off"
        onKeyDown={press}
        onBlur={() => setWords('')}
        value={words}
        onValue={(next) => {
          setWords(next)
          setMissing('')
          setAt(0)
        }}
      />
      {missing && (
        <p role="status" className="mt-1 text-s text-warning">
          {missing}没有已提交并填报坐标的项目
        </p>
      )}
      {isOpen && (
        <HitList id={id} hits={hits} current={current} isSearching={isSearching} onChoose={choose} />
      )}
    </div>
  )
}
