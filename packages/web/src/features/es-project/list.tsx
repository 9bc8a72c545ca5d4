import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ProjectRow } from '@xinchu/sdk'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { controlClass } from '../../ui/field.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { BatchFlow } from './batch-flow.tsx'
import { projectQueries } from './queries.ts'

/** What a list shows, kept in the address. */
export interface ListSearch {
  keyword?: string
  page?: number
  sort?: string
}

/** Reads a list's state from an address; what makes no sense is left out. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const page = Number(raw['page'])
  return {
    ...(typeof raw['keyword'] === 'string' && raw['keyword'] !== '' ? { keyword: raw['keyword'] } : {}),
    ...(Number.isInteger(page) && page > 0 ? { page } : {}),
    ...(typeof raw['sort'] === 'string' && /^[A-Za-z]+,(?:asc|desc)$/.test(raw['sort'])
      ? { sort: raw['sort'] }
      : {}),
  }
}

const SIZE = 20

const figure = (value: number | undefined) =>
  value === undefined ? '—' : value.toLocaleString('zh-CN', { maximumFractionDigits: 4 })

interface Column {
  title: string
  sort?: string
  isNumber?: boolean
  cell: (row: ProjectRow) => React.ReactNode
}

const columns: readonly Column[] = [
  {
    title: '项目名称',
    sort: 'projectName',
    cell: (row) => (
      <Link
        to="/esproject/detail/$id"
        params={{ id: String(row.id) }}
        className="font-medium text-brand hover:underline"
      >
        {row.projectName}
      </Link>
    ),
  },
  {
    title: '建设地点',
    cell: (row) => [row.provinceName, row.cityName, row.countyName].filter(Boolean).join(' '),
  },
  { title: '项目单位', cell: (row) => row.companyName ?? '—' },
  { title: '技术路线', cell: (row) => row.techTypeLabel ?? '—' },
  { title: '额定功率（MW）', sort: 'ratedPower', isNumber: true, cell: (row) => figure(row.ratedPower) },
  { title: '额定能量（MWh）', sort: 'ratedEnergy', isNumber: true, cell: (row) => figure(row.ratedEnergy) },
  {
    title: '建设状态',
    cell: (row) => (row.buildStatusLabel ? <StatusTag label={row.buildStatusLabel} /> : '—'),
  },
  {
    title: '申报状态',
    cell: (row) => (
      <StatusTag
        label={(row.countryStatus === '0' ? row.declareStatusLabel : row.countryStatusLabel) ?? ''}
      />
    ),
  },
]

function SortableHead({
  column,
  sort,
  onSort,
}: {
  column: Column
  sort: string | undefined
  onSort: (sort: string) => void
}) {
  const own = column.sort && sort?.startsWith(`${column.sort},`) ? sort.split(',')[1] : undefined
  const align = column.isNumber ? 'text-right' : 'text-left'
  return (
    <th
      scope="col"
      aria-sort={own ? (own === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`whitespace-nowrap px-3 py-2 font-normal ${align}`}
    >
      {column.sort ? (
        <button
          type="button"
          className="hover:text-brand"
          onClick={() => onSort(`${column.sort},${own === 'desc' ? 'asc' : 'desc'}`)}
        >
          {column.title}
          <span aria-hidden="true">{own === 'asc' ? ' ↑' : own === 'desc' ? ' ↓' : ''}</span>
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}

interface ListProps {
  title: string
  /** Only what waits for this user. */
  todo?: boolean
  /** Offers to begin a new project. */
  canCreate?: boolean
}

export function ProjectList({ title, todo = false, canCreate = false }: ListProps) {
  const search = useSearch({ strict: false }) as ListSearch // every route of this list reads it with readListSearch
  const navigate = useNavigate()
  const [keyword, setKeyword] = useState(search.keyword ?? '')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const page = search.page ?? 0
  const query = {
    page,
    size: SIZE,
    ...(search.keyword ? { keyword: search.keyword } : {}),
    ...(search.sort ? { sort: [search.sort] } : {}),
    ...(todo ? { todo } : {}),
  }
  const { data, error, refetch, isFetching } = useQuery({
    ...projectQueries.list(query),
    placeholderData: keepPreviousData,
  })
  const go = (next: ListSearch) => {
    setChosen([])
    void navigate({ to: '.', search: { ...search, ...next } as never }) // the search of the route that is shown
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    go({ keyword, page: 0 })
  }
  const rows = data?.content ?? []
  const pages = Math.ceil((data?.totalElements ?? 0) / SIZE)
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  const isAll = rows.length > 0 && rows.every(({ id }) => chosen.includes(id))

  return (
    <section className="rounded-xl border border-line bg-surface shadow-(--shadow)" aria-busy={isFetching}>
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-3">
        <h1 className="mr-auto font-medium text-base">{title}</h1>
        <form onSubmit={find} className="flex gap-2">
          <input
            type="search"
            aria-label="项目名称、单位或编号"
            placeholder="项目名称、单位或编号"
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
            className={`${controlClass} w-56`}
          />
          <Button type="submit">查询</Button>
        </form>
        {canCreate && (
          <Link
            to="/esproject/declare/form"
            className="inline-flex h-8 items-center rounded-md bg-brand px-3.5 text-[13px] text-white hover:bg-brand-strong dark:text-slate-950"
          >
            新建项目
          </Link>
        )}
      </div>
      {chosen.length > 0 && (
        <BatchFlow rows={rows.filter(({ id }) => chosen.includes(id))} onDone={() => setChosen([])} />
      )}
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Empty>{todo ? '没有待办理的项目' : '暂无项目'}</Empty>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-[13px]">
            <thead className="bg-sunken text-ink-soft">
              <tr>
                <th scope="col" className="w-10 px-3 py-2">
                  <input
                    type="checkbox"
                    aria-label="选择本页全部"
                    checked={isAll}
                    onChange={() => setChosen(isAll ? [] : rows.map(({ id }) => id))}
                  />
                </th>
                {columns.map((column) => (
                  <SortableHead
                    key={column.title}
                    column={column}
                    sort={search.sort}
                    onSort={(sort) => go({ sort, page: 0 })}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id} className="border-line border-t hover:bg-sunken">
                  <td className="px-3 py-2 text-center">
                    <input
                      type="checkbox"
                      aria-label={`选择${row.projectName}`}
                      checked={chosen.includes(row.id)}
                      onChange={() => toggle(row.id)}
                    />
                  </td>
                  {columns.map((column) => (
                    <td key={column.title} className={`px-3 py-2 ${column.isNumber ? 'text-right' : ''}`}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <nav
        aria-label="分页"
        className="flex flex-wrap items-center justify-end gap-3 border-line border-t px-4 py-2.5 text-[13px] text-ink-soft"
      >
        <span className="mr-auto">共 {data?.totalElements ?? 0} 条</span>
        <Button disabled={page === 0} onClick={() => go({ page: page - 1 })}>
          上一页
        </Button>
        <span>
          {pages === 0 ? 0 : page + 1} / {pages}
        </span>
        <Button disabled={page + 1 >= pages} onClick={() => go({ page: page + 1 })}>
          下一页
        </Button>
      </nav>
    </section>
  )
}
