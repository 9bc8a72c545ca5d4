import { useQuery } from '@tanstack/react-query'
import { deptKinds } from '@xinchu/contract/rights'
import { useMemo, useState } from 'react'
import { Icon } from '../../../ui/icons.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { systemQueries } from '../queries.ts'
import { type Place, UserList } from './user-list.tsx'

interface Office {
  id: number
  name: string
}

interface Kind {
  id: NonNullable<Place['deptId']>
  name: string
  offices: readonly Office[]
}

interface KindProps {
  kind: Kind
  isOpen: boolean
  chosen: Place
  onChoose: (chosen: Place) => void
}

const branch =
  'flex w-full items-center gap-1.5 rounded-md px-2 py-1.5 text-left text-s hover:bg-hover aria-[current=true]:bg-brand-soft aria-[current=true]:text-brand-ink'

/** A kind of department that unfolds to its offices. */
function KindBranch({ kind, isOpen, chosen, onChoose }: KindProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isShown = isOpen || isUnfolded
  const hasOffices = kind.offices.length > 0
  const press = () => {
    setUnfolded(!isShown)
    onChoose({ deptId: kind.id })
  }
  return (
    <li>
      <button
        type="button"
        aria-expanded={hasOffices ? isShown : undefined}
        aria-current={chosen.deptId === kind.id}
        onClick={press}
        className={branch}
      >
        {hasOffices && <Icon name={isShown ? 'chevronDown' : 'chevronRight'} className="text-ink-faint" />}
        <span className="min-w-0 flex-1 truncate font-medium">{kind.name}</span>
        {hasOffices && <span className="text-ink-faint text-xs tabular-nums">{kind.offices.length}</span>}
      </button>
      {isShown && hasOffices && (
        <ul className="ml-4 border-line border-l pl-2">
          {kind.offices.map((office) => (
            <li key={office.id}>
              <button
                type="button"
                aria-current={office.id === chosen.orgId}
                onClick={() => onChoose({ orgId: office.id })}
                className="w-full rounded-md px-2 py-1.5 text-left text-s hover:bg-hover aria-[current=true]:bg-brand-soft aria-[current=true]:text-brand-ink"
              >
                {office.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Kinds with the offices whose name contains the words. The server does not list the many enterprises. */
function found(kinds: readonly Kind[], words: string): Kind[] {
  const needle = words.trim()
  return kinds
    .map((kind) => ({ ...kind, offices: kind.offices.filter(({ name }) => name.includes(needle)) }))
    .filter(({ id, offices }) => offices.length > 0 || (needle === '' && id === deptKinds.enterprise))
}

/** The kind or the office that is chosen, kept in the address: the counts of accounts lead to it. */
function useChosen(kinds: readonly Kind[]) {
  const [search, change] = usePorts().useSearch()
  const office = kinds
    .flatMap(({ offices }) => offices)
    .find(({ id }) => String(id) === String(search['orgId']))
  const kind = kinds.find(({ id }) => String(id) === String(search['deptId']))
  const kindPlace: Place = kind ? { deptId: kind.id } : {}
  const choose = (place: Place) =>
    change({ ...search, page: undefined, deptId: undefined, orgId: undefined, ...place })
  return {
    name: (office ?? kind)?.name ?? '内置账号',
    place: office ? { orgId: office.id } : kindPlace,
    choose,
  }
}

/** The kinds of department and their offices as a tree, with the accounts of the chosen one. */
export function BuiltInScreen() {
  const { data, error, refetch } = useQuery(systemQueries.builtInTree)
  const [words, setWords] = useState('')
  const kinds = useMemo(
    () =>
      (data ?? []).map(({ id, name, orgs = [] }) => ({
        id,
        name,
        offices: orgs.map((org) => ({ id: org.id, name: org.orgName })),
      })),
    [data],
  )
  const { name, place, choose } = useChosen(kinds)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const shown = found(kinds, words)
  return (
    <div className="flex min-h-0 flex-1 gap-3 max-xl:flex-col">
      <nav
        aria-label="内置机构"
        className="grid w-72 shrink-0 content-start gap-2 overflow-auto rounded-lg border border-line bg-surface p-3 max-xl:max-h-72 max-xl:w-full"
      >
        <Input type="search" aria-label="查找机构" placeholder="查找机构" value={words} onValue={setWords} />
        {shown.length === 0 && <Empty>没有这样的机构</Empty>}
        <button
          type="button"
          aria-current={place.deptId === undefined && place.orgId === undefined}
          onClick={() => choose({})}
          className={`${branch} font-medium`}
        >
          全部机构
        </button>
        <ul className="grid items-start gap-x-4 gap-y-0.5 sm:max-xl:grid-cols-3">
          {shown.map((kind) => (
            <KindBranch
              key={kind.id}
              kind={kind}
              isOpen={words.trim() !== ''}
              chosen={place}
              onChoose={choose}
            />
          ))}
        </ul>
      </nav>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <UserList key={`${place.deptId}/${place.orgId}`} id="built-in" title={name} beside={place} />
      </div>
    </div>
  )
}
