import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Wide } from '../../../ui/wide.tsx'
import { ROWS } from './queries.ts'

/** The page shown in a dialog, from 0. */
export const usePage = () => useState(0)

interface PagedProps {
  page: number
  total: number
  onPage: (page: number) => void
  head: readonly string[]
  label: string
  children: ReactNode
}

/** A small table in a dialog, with its pages below. */
export function Paged({ page, total, onPage, head, label, children }: PagedProps) {
  const pages = Math.max(1, Math.ceil(total / ROWS))
  return (
    <div className="rounded-md border border-line">
      <Wide label={label}>
        <table className="w-full text-left text-s">
          <thead className="bg-sunken text-ink-soft">
            <tr>
              {head.map((title) => (
                <th key={title} scope="col" className="whitespace-nowrap px-3 py-1.5 font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&_td]:border-line [&_td]:border-t [&_td]:px-3 [&_td]:py-1.5 [&_td]:align-top">
            {children}
          </tbody>
        </table>
      </Wide>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-3 py-1.5 text-ink-soft text-s">
        <span role="status" className="mr-auto">
          共 {total.toLocaleString('zh-CN')} 名用户
        </span>
        {pages > 1 && (
          <>
            <Button look="quiet" disabled={page === 0} onClick={() => onPage(page - 1)}>
              上一页
            </Button>
            <span className="tabular-nums">
              {page + 1} / {pages}
            </span>
            <Button look="quiet" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
              下一页
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
